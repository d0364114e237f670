"""Tokens that are known by their own form, provider by provider.

Every rule begins with letters that no prose has, and asks for a bounded number of characters after them;
whatever follows without a break belongs to the token. So a text is looked through once, in linear time.
A rule runs only when one of its beginnings occurs in the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from memdeck.memory.late_pattern import compiled

_TAIL = r"[A-Za-z0-9_-]*+"
_START = r"(?:(?<![A-Za-z0-9_-])|(?<=-----))"
"""For beginnings that also occur inside words: `task-…` is no `sk-` token. A private key ends in dashes."""


class TokenRule(NamedTuple):
    """One form of token."""

    kind: str
    hints: tuple[str, ...]
    """The text holds one of these, or no such token."""
    pattern: str


RULES: tuple[TokenRule, ...] = (
    TokenRule("GITHUB_TOKEN", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"gh[pousr]_[A-Za-z0-9]{30}"),
    TokenRule("GITHUB_TOKEN", ("github_pat_",), r"github_pat_[A-Za-z0-9_]{30}"),
    TokenRule(
        "GITLAB_TOKEN",
        ("glpat-", "gldt-", "glrt-", "glptt-", "gloas-", "glcbt-", "glsoat-", "glft-"),
        r"gl(?:pat|dt|rt|ptt|oas|cbt|soat|ft)-[A-Za-z0-9_-]{18}",
    ),
    TokenRule("ANTHROPIC_KEY", ("sk-ant-",), r"sk-ant-[A-Za-z0-9_-]{20}"),
    TokenRule(
        "OPENAI_KEY",
        ("sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"),
        r"sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20}",
    ),
    TokenRule("OPENROUTER_KEY", ("sk-or-",), r"sk-or-v[0-9]-[A-Za-z0-9]{20}"),
    TokenRule("OPENAI_KEY", ("sk-",), _START + r"sk-[A-Za-z0-9]{32}"),
    TokenRule("AWS_ACCESS_KEY", ("AKIA", "ASIA", "ABIA", "ACCA"), r"A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}"),
    TokenRule("GOOGLE_KEY", ("AIza",), r"AIza[A-Za-z0-9_-]{35}"),
    TokenRule("GOOGLE_SECRET", ("GOCSPX-",), r"GOCSPX-[A-Za-z0-9_-]{20}"),
    TokenRule("GOOGLE_TOKEN", ("ya29.",), r"ya29\.[A-Za-z0-9_-]{20}"),
    TokenRule("SLACK_TOKEN", ("xox",), r"xox[abeoprs]-[A-Za-z0-9-]{10}"),
    TokenRule("SLACK_TOKEN", ("xapp-",), r"xapp-[0-9]-[A-Za-z0-9-]{10}"),
    TokenRule(
        "SLACK_WEBHOOK",
        ("hooks.slack.com/",),
        r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9_]{1,40}/[A-Za-z0-9_]{1,40}/",
    ),
    TokenRule("DISCORD_WEBHOOK", ("/api/webhooks/",), r"/api/webhooks/[0-9]{15,22}/[A-Za-z0-9_-]{40}"),
    TokenRule("STRIPE_KEY", ("k_live_", "k_test_"), r"[sr]k_(?:live|test)_[A-Za-z0-9]{16}"),
    TokenRule("STRIPE_SECRET", ("whsec_",), r"whsec_[A-Za-z0-9]{24}"),
    TokenRule("TWILIO_KEY", ("SK",), _START + r"SK[0-9a-f]{32}"),
    TokenRule("SENDGRID_KEY", ("SG.",), r"SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16}"),
    TokenRule("MAILGUN_KEY", ("key-",), _START + r"key-[0-9a-f]{32}"),
    TokenRule("NPM_TOKEN", ("npm_",), r"npm_[A-Za-z0-9]{30}"),
    TokenRule("PYPI_TOKEN", ("pypi-AgE",), r"pypi-AgE[A-Za-z0-9_-]{30}"),
    TokenRule("HUGGINGFACE_TOKEN", ("hf_",), _START + r"hf_[A-Za-z0-9]{30}"),
    TokenRule("DIGITALOCEAN_TOKEN", ("_v1_",), r"do[opr]_v1_[0-9a-f]{40}"),
    TokenRule("SHOPIFY_TOKEN", ("shp",), r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    TokenRule("SQUARE_TOKEN", ("sq0",), r"sq0[a-z]{3}-[A-Za-z0-9_-]{22}"),
    TokenRule("TELEGRAM_TOKEN", (":AA",), r"(?<![0-9])[0-9]{8,10}:AA[A-Za-z0-9_-]{33}"),
    TokenRule("VAULT_TOKEN", ("hvs.", "hvb.", "hvr."), r"hv[sbr]\.[A-Za-z0-9_-]{24}"),
    TokenRule("TERRAFORM_TOKEN", (".atlasv1.",), r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40}"),
    TokenRule("DATABRICKS_TOKEN", ("dapi",), r"dapi[0-9a-f]{32}"),
    TokenRule("DOCKER_TOKEN", ("dckr_",), r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{20}"),
    TokenRule("GROQ_KEY", ("gsk_",), r"gsk_[A-Za-z0-9]{40}"),
    TokenRule("XAI_KEY", ("xai-",), r"xai-[A-Za-z0-9]{40}"),
    TokenRule("REPLICATE_TOKEN", ("r8_",), _START + r"r8_[A-Za-z0-9]{30}"),
    TokenRule("PERPLEXITY_KEY", ("pplx-",), r"pplx-[A-Za-z0-9]{40}"),
    TokenRule("NOTION_TOKEN", ("ntn_",), r"ntn_[A-Za-z0-9]{40}"),
    TokenRule("LINEAR_KEY", ("lin_",), r"lin_(?:api|oauth)_[A-Za-z0-9]{32}"),
    TokenRule("ATLASSIAN_TOKEN", ("ATATT3",), r"ATATT3[A-Za-z0-9_-]{60}"),
    TokenRule("POSTMAN_KEY", ("PMAK-",), r"PMAK-[0-9a-f]{24}-[0-9a-f]{30}"),
    TokenRule("NEWRELIC_KEY", ("NRAK-",), r"NRAK-[A-Z0-9]{27}"),
    TokenRule("SENTRY_TOKEN", ("sntry",), r"sntry[su]_[A-Za-z0-9+/=_-]{40}"),
    TokenRule("SUPABASE_KEY", ("sb_secret_", "sbp_"), r"(?:sb_secret_[A-Za-z0-9_-]{20}|sbp_[0-9a-f]{40})"),
    TokenRule("FIGMA_TOKEN", ("figd_",), r"figd_[A-Za-z0-9_-]{30}"),
    TokenRule("GRAFANA_TOKEN", ("glsa_", "glc_"), r"gl(?:sa_[A-Za-z0-9]{32}|c_[A-Za-z0-9+/=]{32})"),
    TokenRule("PLANETSCALE_TOKEN", ("pscale_",), r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_-]{30}"),
    TokenRule("AGE_KEY", ("AGE-SECRET-KEY-",), r"AGE-SECRET-KEY-1[A-Z0-9]{50}"),
    TokenRule("AZURE_KEY", ("AccountKey=",), r"(?<=AccountKey=)[A-Za-z0-9+/]{80,90}={0,2}"),
)

_JWT = r"eyJ[A-Za-z0-9_-]{6,2000}+\.eyJ[A-Za-z0-9_-]{6,}+(?:\.[A-Za-z0-9_-]++){1,3}+"
"""Two parts that are JSON in Base64, and a signature."""

Span = tuple[str, int, int]
"""Kind, start, end."""


def tokens(text: str) -> Iterator[Span]:
    """Yield every token of a known form, each from its beginning to where its characters end."""
    for rule in RULES:
        if any(hint in text for hint in rule.hints):
            for match in compiled(rule.pattern + _TAIL).finditer(text):
                yield rule.kind, match.start(), match.end()
    if ".eyJ" in text:
        for match in compiled(_JWT).finditer(text):
            yield "JWT", match.start(), match.end()
