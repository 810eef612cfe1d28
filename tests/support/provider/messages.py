"""Anthropic Messages, streaming: a message is opened, its blocks come one after the other, then it is closed."""

from typing import Any

from .script import Reply, pieces

PATH = "/v1/messages"
_REASONS = {"length": "max_tokens", "content_filter": "refusal"}


def events(reply: Reply, model: str, number: int) -> list[dict[str, Any]]:
    read, written = reply.usage or (0, 0)
    message: dict[str, Any] = {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": read, "output_tokens": 1},
    }
    made: list[dict[str, Any]] = [{"type": "message_start", "message": message}, {"type": "ping"}]
    blocks: list[tuple[dict[str, Any], str, str, str]] = []
    if reply.text:
        blocks.append(({"type": "text", "text": ""}, "text_delta", "text", reply.text))
    blocks += [
        (
            {"type": "tool_use", "id": f"toolu_{number}_{place}", "name": call.name, "input": {}},
            "input_json_delta",
            "partial_json",
            call.letters,
        )
        for place, call in enumerate(reply.calls)
    ]
    for place, (head, kind, name, letters) in enumerate(blocks):
        made.append({"type": "content_block_start", "index": place, "content_block": head})
        made += [
            {"type": "content_block_delta", "index": place, "delta": {"type": kind, name: piece}}
            for piece in pieces(letters)
        ]
        made.append({"type": "content_block_stop", "index": place})
    why = _REASONS[reply.stop] if reply.stop else ("tool_use" if reply.calls else "end_turn")
    delta = {"stop_reason": why, "stop_sequence": None}
    made.append({"type": "message_delta", "delta": delta, "usage": {"output_tokens": written}})
    made.append({"type": "message_stop"})
    return made


def error(status: int) -> dict[str, Any]:
    kinds = {401: "authentication_error", 404: "not_found_error", 429: "rate_limit_error", 529: "overloaded_error"}
    said = f"No. The key was sk-SECRET-key, and the data postgres://u:hunter2@db ({status})."
    return {"type": "error", "error": {"type": kinds.get(status, "api_error"), "message": said}}
