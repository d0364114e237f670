"""Inside the child: where the collection lies, in a folder or on a server."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Protocol, cast
from urllib.parse import urlsplit

import chromadb
import httpx
from chromadb.config import Settings
from chromadb.errors import NotFoundError

from memdeck.store.vectorindex.frames import Fields
from memdeck.store.vectorindex.pieces import PieceCollection

if TYPE_CHECKING:
    from chromadb.api.client import Client
    from chromadb.api.collection_configuration import CreateHNSWConfiguration
    from chromadb.api.models.Collection import Collection

_ABANDONED = 24 * 3600.0
"""Seconds without a sign of life after which another program's unfinished collection is removed."""

_GRAPH: CreateHNSWConfiguration = {
    "space": "cosine",
    "ef_search": 200,
    "ef_construction": 200,
    "max_neighbors": 32,
}
"""Of 14,000 real texts questions found all of their nearest ten; with Chroma's own figures 89 %. A build
takes half as long again, a search the same."""


class Shelf(Protocol):
    """A collection and what surrounds it."""

    vectors: PieceCollection
    generation: str

    def adopt(self) -> Fields:
        """Make this collection the one that everybody opens."""
        ...

    def discard(self) -> Fields:
        """Remove this collection."""
        ...

    def close(self) -> None:
        """Let go of Chroma."""
        ...


def open_shelf(fields: Fields) -> Shelf:
    """Open what the request names: a `url`, or the folder we are in."""
    return ServerShelf(fields) if fields["url"] else FolderShelf(fields)


class NoServer(Exception):
    """No Chroma server answered at the address."""

    def __init__(self, url: str, error: Exception) -> None:
        words = "nothing answers" if _is_silence(error) else "what answers is no Chroma server"
        super().__init__(f"{words} at {url} (storage.chroma_url)")


def kind_of(error: Exception) -> str:
    """Name an error for the other side: gone, unreachable, or fault."""
    if isinstance(error, NotFoundError):
        return "gone"
    return "unreachable" if isinstance(error, NoServer) or _is_silence(error) else "fault"


def _is_silence(error: Exception) -> bool:
    """Tell whether Chroma's client got no answer."""
    return isinstance(error, httpx.HTTPError) or "Could not connect" in str(error)


class FolderShelf:
    """An embedded store below the current folder. The program's pointer file says which folder counts."""

    def __init__(self, fields: Fields) -> None:
        self.generation: str = fields["generation"]
        self._client = cast("Client", chromadb.PersistentClient(path="chroma", settings=_settings()))
        collection = (
            _create(self._client, fields["collection"], fields)
            if fields["fresh"]
            else self._client.get_collection(fields["collection"], embedding_function=None)
        )
        self.vectors = PieceCollection(collection)

    def adopt(self) -> Fields:
        """Nothing to do here: the program switches its pointer file."""
        return {}

    def discard(self) -> Fields:
        """Nothing to do here: the program removes the folder."""
        return {}

    def close(self) -> None:
        """Close the files."""
        self._client.close()


class ServerShelf:
    """Collections on a server: one per generation, and a pointer whose metadata names the current one."""

    def __init__(self, fields: Fields) -> None:
        address = urlsplit(fields["url"])
        secure = address.scheme == "https"
        try:
            client = chromadb.HttpClient(
                host=address.hostname or "localhost",
                port=address.port or (443 if secure else 8000),
                ssl=secure,
                settings=_settings(),
            )
        except Exception as error:  # what a wrong address answers with can be anything: a page, say
            raise NoServer(fields["url"], error) from error
        self._client = cast("Client", client)
        self._pointer = fields["collection"]
        if fields["fresh"]:
            self.generation = f"{self._pointer}-{secrets.token_hex(4)}"
            collection = _create(self._client, self.generation, fields)
        else:
            self.generation = self._current()
            collection = self._client.get_collection(self.generation, embedding_function=None)
        self.vectors = PieceCollection(collection)

    def adopt(self) -> Fields:
        """Point to this collection, then remove the ones before it."""
        self.vectors.finish()
        metadata = {"current": self.generation}
        try:
            self._client.get_collection(self._pointer, embedding_function=None).modify(metadata=metadata)
        except NotFoundError:
            self._client.create_collection(self._pointer, embedding_function=None, metadata=metadata)
        finally:
            self._sweep()
        return {}

    def discard(self) -> Fields:
        """Remove this collection, which nothing points to."""
        self._client.delete_collection(self.generation)
        return {}

    def close(self) -> None:
        """End the connections."""
        self._client.close()

    def _current(self) -> str:
        metadata = self._client.get_collection(self._pointer, embedding_function=None).metadata or {}
        return str(metadata.get("current", ""))

    def _sweep(self) -> None:
        """Remove finished generations but the current one, and unfinished ones that nobody works on."""
        current = self._current()
        for collection in self._client.list_collections():
            name = collection.name
            if not name.startswith(f"{self._pointer}-") or name == current:
                continue
            if _finished(collection) or _silent(collection):
                self._client.delete_collection(name)


def _finished(collection: Collection) -> bool:
    return bool((collection.metadata or {}).get("finished"))


def _silent(collection: Collection) -> bool:
    return time.time() - float((collection.metadata or {}).get("beat", 0)) > _ABANDONED


def _create(client: Client, name: str, fields: Fields) -> Collection:
    return client.create_collection(
        name,
        embedding_function=None,  # the default one downloads a model
        metadata={
            "model": fields["model"],
            "dimension": fields["dimension"],
            "seq": 0,
            "dead": 0,
            "purged": fields["purged"],
            "beat": int(time.time()),
        },
        configuration={"hnsw": _GRAPH},
    )


def _settings() -> Settings:
    return Settings(_env_file=None, anonymized_telemetry=False)  # type: ignore[call-arg]
