"""The judge that the settings ask for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdeck.store.judge.address import JudgeAddress
    from memdeck.store.judge.onnx_nli import OnnxNli


def chosen_judge(judge: str) -> JudgeAddress | OnnxNli | None:
    """Return the judge of `conflicts.judge`, which the settings have checked; None for `off`.

    Nothing is loaded and nobody is asked before its first question.
    """
    if judge == "off":
        return None
    if "://" in judge:
        from memdeck.store.judge.address import JudgeAddress

        return JudgeAddress(judge)
    from memdeck.store.judge.onnx_nli import OnnxNli

    return OnnxNli(Path(judge.removeprefix("onnx:")))
