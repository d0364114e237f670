"""A safe YAML loader that refuses a key written twice, which YAML would let win in silence."""

from __future__ import annotations

from collections.abc import Hashable

import yaml


class UniqueKeyLoader(yaml.SafeLoader):
    """SafeLoader with one more rule."""


def _mapping(loader: UniqueKeyLoader, node: yaml.MappingNode) -> dict[Hashable, object]:
    seen: set[object] = set()
    for key_node, _ in node.value:
        if key_node.tag == "tag:yaml.org,2002:merge":
            continue
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, Hashable):
            raise yaml.MarkedYAMLError(None, None, "a key is a list or a group", key_node.start_mark)
        if key in seen:
            raise yaml.MarkedYAMLError(None, None, f"the key {key!r} stands there twice", key_node.start_mark)
        seen.add(key)
    loader.flatten_mapping(node)
    return yaml.SafeLoader.construct_mapping(loader, node, deep=True)


UniqueKeyLoader.add_constructor("tag:yaml.org,2002:map", _mapping)
