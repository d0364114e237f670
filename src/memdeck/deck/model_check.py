"""Whether the models that the settings name are there, before anything is looked for with them."""

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
    if settings.retrieval.reranker not in {"light", "none"}:
        from memdeck.store.embedder.onnx_folder import model_file

        folder = Path(settings.retrieval.reranker.removeprefix("onnx:"))
        model_file(folder.expanduser(), "retrieval.reranker")
    judge_is_here = _check_judge(settings.conflicts.judge)
    if asked.embedding_model.startswith(("http://", "https://")):
        return False
    chosen_embedder(asked.embedding_model, asked.embedding_dim, cache_folder())
    return judge_is_here


def _check_judge(judge: str) -> bool:
    """Return False when the judge lies at an address."""
    if judge == "off":
        return True
    from memdeck.store.judge.choosing import chosen_judge

    found = chosen_judge(judge)
    return found is None or ("://" not in judge and bool(found.identity))
