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


_NAME_OF_PERSON = r"[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?"
_NAME_OF_TEAM = r"(?:the\s+)?[\w'’-]+(?:\s[\w'’-]+)?\s(?:team|group|guild|squad|department)"
_JOB = (
    r"tech lead|team lead|lead|lead developer|product owner|product manager|project manager|release manager|"
    r"engineering manager|architects?|designers?|testers?|developers?|admins?|administrators?|"
    r"DBAs?|CTO|CEO|CFO|PM|PO|QA|SREs?|ops|operations|security|legal|finance|marketing|sales|support|"
    r"HR|human resources|accounting|controlling|facility management|office manager|"
    r"platform|infra|data protection officer|DPO|security officer|"
    r"on-call engineer|maintainers?|reviewers?|authors?|customer|client|vendor|secretary|board|committee"
)
_NAME_OF_JOB = rf"(?:(?:[Tt]he|[Oo]ur|[Aa]n?)\s+)?(?:{_JOB})"
_WHO = rf"(?P<value>{_NAME_OF_TEAM}|{_NAME_OF_JOB}|{_NAME_OF_PERSON})"
_SUBJECT = r"(?P<subject>.+?)"
_ROLE = "owner|maintainer|lead|contact|manager|reviewer|architect|engineer|chair|mentor|sponsor"
_OWNS = (
    r"owns?|maintains?|leads|(?:is|are) (?:now )?(?:responsible|accountable) for|takes? care of|"
    r"looks? after|approves?|decides?(?: on| about)?|signs? off(?: on)?|(?:is|are) in charge of|handles?|"
    r"manages?|runs|reviews|merges|chairs|moderates|"
    rf"is the (?:\w+ )?(?:{_ROLE})(?: person)? (?:of|for)"
)
_OWNED = (
    "owned|maintained|led|looked after|run|managed|handled|operated|approved|decided|reviewed|signed off|"
    "merged|deployed|tested|scheduled|chaired|moderated|coordinated|signed|taken care of|answered|"
    "dealt with|overseen"
)
_TITLE = r"(?:[Cc]ontact|[Oo]wner|[Mm]aintainer|[Ll]ead|[Pp]erson in charge|[Rr]esponsible)(?: person)?"
_ASK = r"[Aa]sk|[Cc]ontact|[Pp]ing|[Tt]alk to|[Tt]urn to|[Cc]all|[Tt]ell"
_ASSENT = r"(?:approval|sign-off|signature|consent|permission|okay|OK|review)"
_RESTS = r"(?:is|are)?\s*(?:now\s+)?(?:lies with|rests with|sits with|is with|is up to|up to|falls to)"
_IN_CHARGE = (
    "负责|维护|牵头|管理|主导|跟进|接手|决定|审批|批准|把关|处理|"
    "值班处理|运营|开发|审核|拍板|签字|确认|对接|打理|承担|响应"
)
_GROUP = (
    "(?:组|部|部门|团队|小组|方|员|师|经理|主管|总监|老师|运营|运维|研发|测试|产品|法务|财务|客服|行政|人事)"
)
_CHINESE_ROLE = "负责人|联系人|维护者|主管|对接人"
_OWNER = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^{_WHO}\s+(?:{_OWNS})\s+{_SUBJECT}$",
        rf"^{_SUBJECT}\s+(?:is|are)\s+(?:now\s+)?(?:{_OWNED})\s+by\s+{_WHO}$",
        rf"^{_SUBJECT}\s+(?:is|are)\s+(?:now\s+)?"
        r"(?:\w+ed|chosen|written|made|done|set|drawn|paid|kept)\s+by\s+"
        rf"(?P<value>{_NAME_OF_TEAM}|{_NAME_OF_JOB})$",
        rf"^(?:[Tt]he\s+)?{_TITLE}\s+(?:for|of)\s+{_SUBJECT}(?:\s+is|:)\s+{_WHO}$",
        rf"^(?P<subject>.+?\b(?:{_ROLE})\b[\w\s]{{0,24}}?)(?:\s+is|:)\s+{_WHO}$",
        rf"^{_WHO}\s+is\s+(?:the|our)\s+(?P<subject>[\w\s-]*\b(?:{_ROLE}))$",
        rf"^(?:{_ASK})\s+{_WHO}\s+(?:about|for|on|when|if|with)\s+{_SUBJECT}$",
        rf"^{_SUBJECT}\s+(?:needs?|requires?)\s+(?:the\s+|an?\s+)?{_ASSENT}\s+(?:of|from|by)\s+{_WHO}$",
        rf"^{_SUBJECT}\s+(?:(?:have|has) to|must|need to|needs to|should|can only)"
        rf"\s+be\s+(?:{_OWNED})\s+by\s+{_WHO}$",
        rf"^(?:[Ff]or\s+)?{_SUBJECT}\s+(?:go to|goes to|belongs? to)\s+{_WHO}$",
        rf"^(?:[Tt]he\s+)?(?:[Rr]esponsibility|[Oo]wnership)\s+(?:for|of)\s+{_SUBJECT}\s+{_RESTS}\s+{_WHO}$",
        rf"^{_SUBJECT}(?:\s+(?:responsibility|ownership))?\s+{_RESTS}\s+{_WHO}$",
        rf"^{_SUBJECT}(?:现在|目前|必须|只能|应|要|都)*(?:由|归)(?P<value>[^,，。]{{1,12}}?)来?(?:{_IN_CHARGE})$",
        rf"^{_SUBJECT}的?(?:{_CHINESE_ROLE})(?:现在)?(?:是|为|:|改为|改成|换成)\s*(?P<value>.{{1,12}})$",
        rf"^{_SUBJECT}(?:现在|目前|必须|只能|应|要|都|统一)*由(?P<value>[\u4e00-\u9fff]{{0,6}}{_GROUP})(?:来|统一)?[\u4e00-\u9fff]{{2,4}}$",
        r"^(?P<value>[\u4e00-\u9fff\w]{1,6}?)(?:负责|维护|主管)(?P<subject>.+)$",
        rf"^(?P<value>[\u4e00-\u9fff]{{0,6}}{_GROUP}|[买卖]家|商家|平台|用户|客户|供应商|厂商)(?:承担|审批|处理|支付|决定){_SUBJECT}$",
        rf"^{_SUBJECT}(?:的?问题|相关)?(?:请|要|就|都)?(?:找|联系|问|@)\s*(?P<value>[\u4e00-\u9fffA-Za-z]{{1,8}})$",
    )
)
_OWNER_HINT = re.compile(
    r"own|maintain|lead|led\b|responsib|accountab|charge|care of|look|approv|decid|sign|contact|ask|ping|"
    r"talk|turn to|call|tell|belong|go(?:es)? to|manag|review|architect|engineer|chair|mentor|sponsor|run by|"
    r"handled|operated|"
    r"merg|deploy|test|schedul|chair|moderat|coordinat|lies|rests|sits|falls|"
    r" by |answered|dealt|overseen|up to|handle|"
    r"负责|维护|牵头|管理|主导|跟进|接手|决定|审批|批准|把关|联系|主管|对接|找|问|@|处理|运营|开发|审核|拍板|签字|确认|"
    r"打理|承担|响应|由|approval|sign-off|signature|consent|permission",
    re.IGNORECASE,
)
"""Without one of these no pattern can match; looking for them is quicker."""
_NO_PERSON = re.compile(r"\b(?:Flux|Argo|Helm|Terraform|systemd|cron|Kubernetes)\b")
_NO_SUBJECT = ("在", "到", "于", "的", "和")
"""接口文档维护在… says where something is, not who looks after it."""
_NOBODY = frozenset(
    {"我", "我们", "我一下", "用户", "Me", "Us", "You", "It", "This", "That", "We", "They", "He", "She"}
)
_STANDS = (
    r"lives?|is|are|(?:is|are) (?:located|hosted|stored|kept|held|deployed|based)|"
    r"runs?|sits?|takes? place|stays?|moved|"
    r"(?:is|are) (?:collected|recorded|tracked|gathered|documented|written down|managed|maintained|"
    r"filed|archived|"
    r"published|registered|logged|saved|uploaded|backed up|listed|planned|kept track of)"
)
_CHINESE_STANDS = (
    "迁到了?|迁移到了?|搬到|放到|挪到|改到|移到|放在|存放在|位于|设在|部署在|托管在|搬到了?|存在|在"
)
_PLACE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^{_SUBJECT}\s+(?:{_STANDS})\s+(?:now\s+)?(?:in|at|on|under|to)\s+(?:the\s+)?(?P<value>[^,;]{{2,50}})$",
        rf"^{_SUBJECT}(?:都|统一|现在)?(?:{_CHINESE_STANDS})(?P<value>[^,，。里中时前后]{{2,20}})$",
    )
)
_PASSIVE = (
    r"\w{2,}ed|built|written|made|done|sent|drawn|kept|run|read|shown|given|paid|bought|sold|drawn|cut|taught|"
    r"held|set up|found|spoken|fed|lit|spread|ship|go|goes|come|comes|travel|travels"
)
_WITH = r"with|using|via|through|by means of|over(?=\s(?-i:[A-Z]))"
_NOUN_VALUE = r"(?:the\s+|an?\s+|our\s+)?(?P<value>[^,;]{2,40})"
_OUR = r"(?:the\s+|our\s+|my\s+)?"
_DOES = "powers|handles|processes|renders|drives|serves|produces|delivers"
_CHINESE_SUBJECT = r"^(?P<subject>[\u4e00-\u9fff\w ]{2,20}?)(?:默认|统一|都|一律|全部|现在|目前)*"
_NAME_FIRST = r"(?P<value>(?-i:(?!The|Our|My|We|I|You|All|Each|Every)[A-Z])[^,;]{1,40}?)"
_NOW_BY = "走|通过|经由|借助|基于|换成|换为|换用|改用|改成|改为|切到|切换到|切换为|靠"
_MEANS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^(?P<subject>.+?)\s+(?:{_WITH})\s+{_NOUN_VALUE}$",
        rf"^(?P<subject>.+?\s(?:is|are)\s(?:\w+ly\s)?(?:{_PASSIVE}))\s+(?:by|from)\s+{_NOUN_VALUE}$",
        r"^(?:we|i|you)?\s*(?:use|run|take|buy|pick|prefer)\s+(?P<value>[^,;]{2,40}?)"
        rf"\s+(?:for|as)\s+{_OUR}(?P<subject>.+)$",
        rf"^{_NAME_FIRST}\s+(?:is|are)\s+used\s+(?:for|as)\s+{_OUR}(?P<subject>.+)$",
        rf"^{_NAME_FIRST}\s+(?:{_DOES})\s+{_OUR}(?P<subject>.+)$",
        r"^(?P<subject>.+?)\s+uses?\s+(?:the\s+)?(?P<value>(?-i:[A-Z])[^,;]{1,40})$",
        rf"{_CHINESE_SUBJECT}(?:{_NOW_BY})\s*(?P<value>[^,，。]{{1,16}})$",
        rf"{_CHINESE_SUBJECT}(?:使用|采用|用的是|选用|用)\s*"
        r"(?P<value>[A-Za-z][\w .+#-]{1,24})\s*[\u4e00-\u9fff]{0,4}$",
    )
)


_MEANS_KNOWN = re.compile(rf"{_CHINESE_SUBJECT}(?:使用|采用|选用|用)(?P<value>[\u4e00-\u9fff]{{2,5}})$")


def means_frame(text: str, *, known: bool = False) -> Frame | None:
    """Return what the text says that something is done with: `error pages are rendered with Foo`.

    With `known`, the value is a known thing, so that any word may stand there.
    """
    for pattern in (*_MEANS, _MEANS_KNOWN) if known else _MEANS:
        match = pattern.match(text)
        if match is not None:
            return Frame(SlotForm.MEANS, match["subject"], match["value"])
    return None


_IS = r"\b(?:is|are|was changed to|is called|is named)\b|:|=|是|为|叫做?|定为|改为|改成"
_NAME = re.compile(rf"^(?P<subject>.{{2,60}}?)\s*(?:{_IS})\s*(?P<value>\S.{{0,38}})$")


_PREFERENCE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bprefer\w*\s+(?P<better>.+?)\s+(?:over|to|rather than|instead of)\s+(?P<worse>.+)$",
        r"(?P<better>[^,]+?)\s+(?:is|are)\s+(?:preferred|preferable)\s+(?:over|to)\s+(?P<worse>.+)$",
        r"(?P<better>[^,]+?)\s+(?:instead of|rather than)\s+(?P<worse>.+)$",
        r"(?P<better>.+?)(?:优于|优先于|而不是|而非)(?P<worse>.+)$",
    )
)
_PREFERENCE_HINT = re.compile(r"prefer|instead of|rather than|优于|优先于|而不是|而非", re.IGNORECASE)
"""As for owners; without it the patterns above are tried at every character of a long text."""


def preference_frame(text: str) -> tuple[str, str] | None:
    """Return what the text puts first and what it puts behind."""
    if not _PREFERENCE_HINT.search(text):
        return None
    for pattern in _PREFERENCE:
        match = pattern.search(text)
        if match is not None:
            return match["better"], match["worse"]
    return None


def owner_frame(text: str) -> Frame | None:
    """Return who the text says is responsible for what."""
    if not _OWNER_HINT.search(text):
        return None
    for pattern in _OWNER:
        match = pattern.match(text)
        if match is None or match["subject"].startswith(_NO_SUBJECT):
            continue
        if not _NO_PERSON.search(match["value"]) and match["value"] not in _NOBODY:
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
