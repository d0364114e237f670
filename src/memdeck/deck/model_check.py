"""What only the parts can tell of the settings: whether models are there and templates can be filled."""

from __future__ import annotations

from pathlib import Path

from memdeck.settings import Settings
from memdeck.settings.places import cache_folder


def check_models(settings: Settings) -> bool:
    """Check the model's name, folder and dimension, and the reranker's folder; load no more than that needs.

    Returns:
        False when the model lies at an address: it is not asked.

    Raises:
        SettingsError: there is no such model, or it has another dimension than `storage.embedding_dim`.
        EmbedderFault: a model is missing or can't be loaded.
        JudgeFault: so is the judge, or it names its outputs otherwise.
    """
    from memdeck.store.embedder.choosing import chosen_embedder

    asked = settings.storage
    check_reranker(settings)
    judge_is_here = _check_judge(settings.conflicts.judge)
    if asked.embedding_model.startswith(("http://", "https://")):
        return False
    chosen_embedder(asked.embedding_model, asked.embedding_dim, cache_folder())
    return judge_is_here


def check_reranker(settings: Settings) -> None:
    """Raise EmbedderFault when the reranker is a folder without a model."""
    if settings.retrieval.reranker not in {"light", "none"}:
        from memdeck.store.embedder.onnx_folder import model_file

        folder = Path(settings.retrieval.reranker.removeprefix("onnx:"))
        model_file(folder.expanduser(), "retrieval.reranker")


def check_templates(settings: Settings) -> None:
    """Raise SettingsError when a template of the settings can't be filled: nothing would be injected."""
    from memdeck.inject.block import style_of

    asked = settings.injection
    style_of(asked.language, asked.format, asked.templates)


def _check_judge(judge: str) -> bool:
    """Return False when the judge lies at an address."""
    if judge == "off":
        return True
    from memdeck.store.judge.choosing import chosen_judge

    found = chosen_judge(judge)
    return found is None or ("://" not in judge and bool(found.identity))


def why_no_chroma(settings: Settings) -> str:
    """Return why `storage.chroma_url` can't be used; an empty text when a Chroma server answers there."""
    from memdeck.store.vectorindex.asking_server import why_no_server

    return why_no_server(settings.storage.chroma_url or "")
