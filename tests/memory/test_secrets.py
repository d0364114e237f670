"""Secrets are found by form, place and key; everything else stays byte for byte."""

from __future__ import annotations

import random
import string
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdeck.memory.secrets import Finding, Masked, SecretLevel, find_secrets, mask_secrets

_LETTERS = string.ascii_letters + string.digits
_RANDOM = random.Random(7)


def made_up(length: int, alphabet: str = _LETTERS) -> str:
    return "".join(_RANDOM.choice(alphabet) for _ in range(length))


HEX, CAPITALS = "0123456789abcdef", string.ascii_uppercase + string.digits

TOKENS = [
    ("GITHUB_TOKEN", "ghp_" + made_up(36)),
    ("GITHUB_TOKEN", "ghs_" + made_up(36)),
    ("GITHUB_TOKEN", "github_pat_" + made_up(22) + "_" + made_up(59)),
    ("GITLAB_TOKEN", "glpat-" + made_up(20)),
    ("ANTHROPIC_KEY", "sk-ant-api03-" + made_up(93) + "AA"),
    ("OPENAI_KEY", "sk-proj-" + made_up(48)),
    ("OPENAI_KEY", "sk-" + made_up(48)),
    ("OPENROUTER_KEY", "sk-or-v1-" + made_up(64, HEX)),
    ("AWS_ACCESS_KEY", "AKIA" + made_up(16, CAPITALS)),
    ("GOOGLE_KEY", "AIza" + made_up(35)),
    ("GOOGLE_SECRET", "GOCSPX-" + made_up(28)),
    ("GOOGLE_TOKEN", "ya29." + made_up(60)),
    ("SLACK_TOKEN", "xoxb-" + made_up(12, "0123456789") + "-" + made_up(24)),
    ("STRIPE_KEY", "sk_live_" + made_up(24)),
    ("STRIPE_SECRET", "whsec_" + made_up(32)),
    ("TWILIO_KEY", "SK" + made_up(32, HEX)),
    ("SENDGRID_KEY", "SG." + made_up(22) + "." + made_up(43)),
    ("MAILGUN_KEY", "key-" + made_up(32, HEX)),
    ("NPM_TOKEN", "npm_" + made_up(36)),
    ("PYPI_TOKEN", "pypi-AgEIcHlwaS5vcmc" + made_up(60)),
    ("HUGGINGFACE_TOKEN", "hf_" + made_up(34)),
    ("DIGITALOCEAN_TOKEN", "dop_v1_" + made_up(64, HEX)),
    ("SHOPIFY_TOKEN", "shpat_" + made_up(32, HEX)),
    ("TELEGRAM_TOKEN", "123456789:AA" + made_up(33)),
    ("VAULT_TOKEN", "hvs." + made_up(24)),
    ("DATABRICKS_TOKEN", "dapi" + made_up(32, HEX)),
    ("DOCKER_TOKEN", "dckr_pat_" + made_up(27)),
    ("GROQ_KEY", "gsk_" + made_up(52)),
    ("LINEAR_KEY", "lin_api_" + made_up(40)),
    ("NOTION_TOKEN", "ntn_" + made_up(46)),
    ("GRAFANA_TOKEN", "glsa_" + made_up(32) + "_" + made_up(8, HEX)),
    ("JWT", "eyJ" + made_up(30) + ".eyJ" + made_up(50) + "." + made_up(43)),
]


@pytest.mark.parametrize(("kind", "token"), TOKENS, ids=[f"{kind}-{n}" for n, (kind, _) in enumerate(TOKENS)])
def test_tokens_of_providers_are_masked_wherever_they_stand(kind: str, token: str) -> None:
    """S48: a token in prose, in JSON, after an escaped line end, at the end of a sentence."""
    for before, after in ((" ", " "), ("`", "`"), ('"t": "', '"'), ("(", ")."), ("", ""), ("\n", "\n")):
        assert mask_secrets(f"use{before}{token}{after}").text in {
            f"use{before}<{kind}>{after}",
            *({f"<{kind}>", "use<" + kind + ">", "use" + token} if not before else ()),
        }


def test_the_case_of_the_report() -> None:
    """S48: a token, a PEM header, a database address, and harmless words."""
    text = (
        f"token ghp_{made_up(36)}\n-----BEGIN RSA PRIVATE KEY-----\npostgres://u:p4ss@h/db\n"
        "The password policy asks for twelve characters."
    )
    assert mask_secrets(text).text == (
        "token <GITHUB_TOKEN>\n<PRIVATE_KEY>\npostgres://u:<URL_PASSWORD>@h/db\n"
        "The password policy asks for twelve characters."
    )


@pytest.mark.parametrize("cut", [None, 3, 8])
@pytest.mark.parametrize("end", ["\n", "\\n", "\r\n"])
def test_private_keys_go_whole_even_without_their_end(end: str, cut: int | None) -> None:
    lines = ["-----BEGIN OPENSSH PRIVATE KEY-----", *(made_up(64) for _ in range(10)), made_up(20) + "=="]
    lines = lines[:cut] if cut else [*lines, "-----END OPENSSH PRIVATE KEY-----"]
    masked = mask_secrets("Key:" + end + end.join(lines) + end + "It is in the vault.").text
    assert masked.startswith("Key:" + end + "<PRIVATE_KEY>")
    assert masked.endswith("It is in the vault.")
    assert not any(line in masked for line in lines)


HARMLESS = [
    "The password policy asks for twelve characters.",
    "password: at-least-12-chars",
    "Rotate the API key: see docs/keys.md, section 4.",
    "token_budget: 1500, max_tokens = 4096",
    "commit 9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015",
    "sha256:9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015",
    "id 550e8400-e29b-41d4-a716-446655440000",
    "password=${DB_PASSWORD} token=$GITHUB_TOKEN key: {{ api_key }}",
    "token = os.environ['GITHUB_TOKEN']; api_key: process.env.OPENAI_API_KEY",
    "postgres://user:<password>@host and postgres://user:password@localhost/db",
    "the task-force and the disk-usage-report-generator-for-everyone",
    "https://example.org/a/b:c@d mailto:me@example.org",
    "secret: never-deploy-on-friday-13",
    "Basic authentication is off; bearer of news",
    "token: <GITHUB_TOKEN>",
    "passwords are hashed with argon2id",
    "密码策略要求十二个字符",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_prose_hashes_and_placeholders_stay(text: str) -> None:
    """S48: "password policy" is untouched; so are hashes, ids and variables."""
    assert mask_secrets(text) == Masked(text, ())


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("password = hunter2", "password = <PASSWORD>"),
        ("DB_PASSWORD=s3cr3tPass!", "DB_PASSWORD=<PASSWORD>!"),
        ("**Password:** `Tr0ub4dor&3`", "**Password:** `<PASSWORD>`"),
        ('{"apiKey": "9f86d081884c7d659a2feaa0c55ad015"}', '{"apiKey": "<KEY>"}'),
        ("spring.datasource.password: x9!kLm2Q", "spring.datasource.password: <PASSWORD>"),
        ("curl 'h?token=aB3dE5gH7jK9mN1pQ2rS&page=2'", "curl 'h?token=<TOKEN>&page=2'"),
        ("Authorization: Bearer aB3dE5gH7jK9mN1pQ2rS4tU6", "Authorization: Bearer <LOGIN_TOKEN>"),
        ("密码：Abc12345xyz", "密码：<PASSWORD>"),
        ("redis://:Xy7z@cache:6379", "redis://:<URL_PASSWORD>@cache:6379"),
        ("https://oauth2:p@ss@git.example/x.git", "https://oauth2:<URL_PASSWORD>@git.example/x.git"),
        ('password = "three w0rds 4 Me"', 'password = "<PASSWORD>"'),
    ],
)
def test_what_a_key_or_an_address_calls_secret_is_masked(text: str, masked: str) -> None:
    assert mask_secrets(text).text == masked


def test_levels_ask_for_more_or_less() -> None:
    weak, middling, strong = "abcdef", "aB3$dE5gH7jK9mN1", "aB3$dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC"
    found = {
        level: [bool(find_secrets(f"password={value}", level)) for value in (weak, middling, strong)]
        for level in SecretLevel
    }
    assert found == {
        SecretLevel.STRICT: [True, True, True],
        SecretLevel.BALANCED: [False, True, True],
        SecretLevel.PERMISSIVE: [False, False, True],
        SecretLevel.OFF: [False, False, False],
    }
    token = "ghp_" + made_up(36)
    assert [bool(find_secrets(token, level)) for level in SecretLevel] == [True, True, True, False]


def test_a_finding_never_holds_the_value() -> None:
    token = "ghp_" + made_up(36)
    (finding,) = find_secrets(f"x {token}")
    assert finding == Finding("GITHUB_TOKEN", 2, 42)
    assert token not in repr(finding)
    assert token not in repr(mask_secrets(token))


_PIECES = st.one_of(
    st.sampled_from([token for _, token in TOKENS]),
    st.sampled_from(HARMLESS),
    st.sampled_from(
        ["password=", "token: ", "api_key='", '"', "'", "`", "<", ">", "@", "://", ":", " ", "\n", "&x="]
    ),
    st.sampled_from(
        ["-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "Bearer ", "AKIA", "eyJ", ".", "-"]
    ),
    st.text(max_size=12),
    st.text(_LETTERS + "+/=_-.", max_size=40),
)


@settings(max_examples=400, deadline=None)
@given(st.lists(_PIECES, max_size=9).map("".join), st.sampled_from(SecretLevel))
def test_masking_twice_is_masking_once_and_keeps_the_rest(text: str, level: SecretLevel) -> None:
    findings = find_secrets(text, level)
    masked = mask_secrets(text, level)
    assert mask_secrets(masked.text, level) == Masked(masked.text, ())
    rest, done = masked.text, 0
    for finding in findings:
        assert finding.start >= done
        kept, mark = text[done : finding.start], f"<{finding.kind}>"
        assert rest.startswith(kept + mark)
        rest, done = rest[len(kept + mark) :], finding.end
    assert rest == text[done:]


HOSTILE = [
    "ghp_", "password=", "eyJ", "eyJa.", "://a:", "://a:b@", "-----BEGIN PRIVATE KEY-----", "-----BEGIN ",
    "=", "A", "bearer ", 'password="', "SG.", "AKIA", "hooks.slack.com/services/a/", "1234567890:AA", "sk-",
    ".atlasv1.", "api key", "token='<A", "A ", "password=)", "token='a\"secret=",
]  # fmt: skip


def test_hostile_texts_take_no_longer_than_others() -> None:
    """Eight times the text takes about eight times as long, not sixty-four times."""
    for piece in HOSTILE:
        short, long = piece * (8_000 // len(piece)), piece * (64_000 // len(piece))
        taken = []
        for text in (short, long):
            start = time.process_time()
            find_secrets(text, SecretLevel.STRICT)
            taken.append(time.process_time() - start)
        assert taken[1] < 30 * taken[0] + 0.2, piece
