"""The embedder that the settings ask for."""

from __future__ import annotations

from pathlib import Path

from memdeck.memory.errors import SettingsError
from memdeck.store.embedder.port import Embedder, EmbedderFault


def chosen_embedder(model: str, expected_dimension: int | None, cache: Path) -> Embedder:
    """Build the embedder of `storage.embedding_model`; loads no model yet, except to learn its dimension.

    Args:
        model: `bundled`, `e5`, `onnx:/folder` (or just the folder), or `http(s)://host/v1#model`.
        expected_dimension: `storage.embedding_dim`, a check.
        cache: the folder for tables that can be made again.

    Raises:
        SettingsError: there is no such model, or it has another dimension.
        EmbedderFault: the model is missing or can't be loaded.
    """
    embedder = _named(model, cache)
    if expected_dimension is not None and embedder.dimension != expected_dimension:
        raise SettingsError(
            f"storage.embedding_dim is {expected_dimension}, but the model {model!r} "
            f"has {embedder.dimension} dimensions.",
            "The dimension belongs to the model: leave embedding_dim out, or name the model you mean.",
        )
    return embedder


def _named(model: str, cache: Path) -> Embedder:
    from memdeck.store.embedder.centred import Centred

    if model in {"bundled", "e5"}:
        from memdeck.store.embedder.usem3 import Usem3

        bundled = Centred(Usem3(cache), cache)
        if model == "bundled":
            return bundled
        from memdeck.store.embedder.e5 import E5
        from memdeck.store.embedder.joined import Joined

        return Joined(bundled, Centred(E5(), cache))
    if model.startswith(("http://", "https://")):
        from memdeck.store.embedder.address import EmbeddingsAddress

        return Centred(EmbeddingsAddress(model), cache)
    folder = model.removeprefix("onnx:")
    if folder != model or "/" in folder or "\\" in folder or folder.startswith("~"):
        from memdeck.store.embedder.onnx_folder import OnnxFolder

        return Centred(OnnxFolder(Path(folder)), cache)
    raise SettingsError(
        f"storage.embedding_model: {model!r} is unknown.",
        "Use bundled, e5, onnx:/folder, or http(s)://host/v1#model.",
    )


__all__ = ["EmbedderFault", "chosen_embedder"]
