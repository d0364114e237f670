"""A made-up store for measuring: short decisions about many services, of which some contradict each other."""

from __future__ import annotations

import random
from typing import Any

_SERVICES = (
    *("billing", "search", "login", "catalog", "export", "report", "invoice", "ledger", "mailer", "upload"),
    *("archive", "gateway", "tracking", "quota", "refund", "coupon", "loyalty", "shipping", "tax", "audit"),
    *("chat", "feed", "media", "thumbnail", "transcode", "backup", "restore", "crawler", "indexer", "mobile"),
)
_AREAS = ["core", "edge", "batch", "admin", "public", "legacy", "beta", "eu", "us", "asia"]
_DECISIONS = (
    ("Cache of {of}", "The {of} service caches its answers in {}.", ("Redis", "Memcached", "Hazelcast")),
    ("Database of {of}", "The {of} service stores its rows in {}.", ("PostgreSQL", "MySQL", "MongoDB")),
    ("Build of {of}", "Build the {of} service with {}.", ("Gradle", "Maven", "Bazel")),
    ("Timeout of {of}", "Requests to the {of} service time out after {} seconds.", ("3", "5", "30")),
    ("Queue of {of}", "The {of} service publishes its events to {}.", ("Kafka", "RabbitMQ", "NATS")),
    ("Retries of {of}", "The {of} service retries a failed call {} times.", ("2", "3", "5")),
    ("{of} 的日志", "{of} 服务的日志用 {} 格式。", ("JSON", "logfmt")),
    ("{of} 的缓存", "{of} 服务的会话放在 {} 里。", ("Redis", "Memcached")),
    ("Owner of {of}", "Ask {} before you change the {of} service.", ("Ana", "Bo", "Chen", "Dara")),
    ("Tests of {of}", "Run the {of} tests with {} before each commit.", ("pytest", "nose", "unittest")),
)


def decisions(size: int, *, repeated: float = 0.02) -> list[dict[str, Any]]:
    """Return `size` entries as arguments of `Deck.add`; a share of them takes up an earlier decision."""
    dice = random.Random(size)
    made: list[dict[str, Any]] = []
    said: dict[tuple[str, int], str] = {}
    while len(made) < size:
        number = dice.randrange(len(_DECISIONS))
        of = f"{dice.choice(_SERVICES)}-{dice.choice(_AREAS)}-{dice.randrange(40)}"
        if said and dice.random() < repeated:
            of, number = dice.choice(list(said)[-500:])
        elif (of, number) in said:
            continue
        title, text, values = _DECISIONS[number]
        value = dice.choice([value for value in values if value != said.get((of, number))])
        said[of, number] = value
        made.append(
            {
                "title": title.format(of=of),
                "content": text.format(value, of=of),
                "owner": f"project:p{len(made) % 4}" if len(made) % 3 else "user:me",
                "type": "PROJECT" if len(made) % 3 else "USER",
            }
        )
    return made


def fillers(count: int) -> list[dict[str, Any]]:
    """Return entries that have nothing to do with each other, as arguments of `Deck.add`."""
    dice = random.Random(count)
    words = (
        "".join(dice.choices("bcdfghjklmnprstvz", k=3)) + "umor" + dice.choice("aeiou") for _ in iter(int, 1)
    )
    return [{"title": next(words), "content": f"{next(words)} {next(words)}."} for _ in range(count)]
