"""Sentences of a fixed shape: who owns something, where it is, what it is called."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memdeck.upkeep.statement import SlotForm


@dataclass(frozen=True, slots=True)
class Frame:
    """What a sentence of a fixed shape says about what."""

    form: SlotForm
    subject: str
    value: str


_WHO = r"(?P<value>(?:the\s+)?[\w'’-]+(?:\s[\w'’-]+)?\s(?:team|group|guild|squad|department)|[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)"
_SUBJECT = r"(?P<subject>.+?)"
_OWNED = "owned|maintained|led|looked after|run|managed|handled|operated"
_OWNER = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^{_WHO}\s+(?:owns|maintains|leads|is (?:now )?(?:responsible|accountable) for|takes care of|looks after|approves|decides(?: on| about)?|signs off(?: on)?|is in charge of|is the (?:\w+ )?(?:owner|maintainer|lead|contact|manager)(?: person)? (?:of|for))\s+{_SUBJECT}$",
        rf"^{_SUBJECT}\s+(?:is|are)\s+(?:now\s+)?(?:{_OWNED}|approved|decided|reviewed)\s+by\s+{_WHO}$",
        rf"^(?:the\s+|The\s+)?(?:[Cc]ontact|[Oo]wner|[Mm]aintainer|[Ll]ead|[Pp]erson in charge|[Rr]esponsible)(?: person)?\s+(?:for|of)\s+{_SUBJECT}(?:\s+is|:)\s+{_WHO}$",
        rf"^(?P<subject>.+?\b(?:contact|owner|maintainer|lead|reviewer|manager|architect))(?:\s+is|:)\s+{_WHO}$",
        rf"^{_WHO}\s+is\s+(?:the|our)\s+(?P<subject>[\w\s-]*\b(?:contact|owner|maintainer|lead|reviewer|manager|architect))$",
        rf"^(?:[Aa]sk|[Cc]ontact|[Pp]ing|[Tt]alk to|[Tt]urn to|[Cc]all|[Tt]ell)\s+{_WHO}\s+(?:about|for|on|when|if|with)\s+{_SUBJECT}$",
        rf"^(?:[Ff]or\s+)?{_SUBJECT}\s+(?:go to|goes to|belongs? to)\s+{_WHO}$",
        r"^(?P<subject>.+?)(?:现在|目前|必须|只能|应|要|都)*(?:由|归)(?P<value>[^,，。]{1,12}?)(?:来)?(?:负责|维护|牵头|管理|主导|跟进|接手|决定|审批|批准|把关)$",
        r"^(?P<subject>.+?)的?(?:负责人|联系人|维护者|主管|对接人)(?:现在)?(?:是|为|:|改为|改成|换成)\s*(?P<value>.{1,12})$",
        r"^(?P<value>[\u4e00-\u9fff\w]{1,6}?)(?:负责|维护|主管)(?P<subject>.+)$",
        r"^(?P<subject>.+?)(?:的?问题|相关)?(?:请|要|就|都)?(?:找|联系|问|@)\s*(?P<value>[\u4e00-\u9fffA-Za-z]{1,8})$",
    )
)  # fmt: skip
_NO_PERSON = re.compile(r"\b(?:Flux|Argo|Helm|Terraform|systemd|cron|Kubernetes)\b")
_PLACE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"^(?P<subject>.+?)\s+(?:lives?|is|are|(?:is|are) (?:located|hosted|stored|kept|held|deployed|based)|runs?|sits?|takes? place|stays?|moved)\s+(?:now\s+)?(?:in|at|on|under|to)\s+(?:the\s+)?(?P<value>[^,;]{2,50})$",
        r"^(?P<subject>.+?)(?:都|统一|现在)?(?:放在|存放在|位于|设在|部署在|托管在|搬到了?|存在|在)(?P<value>[^,，。里中时前后]{2,20})$",
    )
)
_NAME = re.compile(
    r"^(?P<subject>.{2,60}?)\s*(?:\b(?:is|are|was changed to|is called|is named)\b|:|=|是|为|叫做?|定为|改为|改成)\s*(?P<value>\S.{0,38})$"
)


def owner_frame(text: str) -> Frame | None:
    """Return who the text says is responsible for what."""
    for pattern in _OWNER:
        match = pattern.match(text)
        if match is not None and not _NO_PERSON.search(match["value"]):
            return Frame(SlotForm.OWNER, match["subject"], match["value"])
    return None


def place_frame(text: str) -> Frame | None:
    """Return where the text says that something is."""
    for pattern in _PLACE:
        match = pattern.match(text)
        if match is not None:
            return Frame(SlotForm.PLACE, match["subject"], match["value"])
    return None


def name_frame(text: str) -> Frame | None:
    """Return what the text says that something is: `the code name is Falcon`."""
    match = _NAME.match(text)
    return Frame(SlotForm.NAME, match["subject"], match["value"]) if match is not None else None
