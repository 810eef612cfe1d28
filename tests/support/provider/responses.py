"""OpenAI Responses, streaming: named events with a number each; the last one carries the whole answer."""

from typing import Any

from .script import Call, Reply, pieces

PATH = "/v1/responses"


def events(reply: Reply, model: str, number: int) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    output: list[dict[str, Any]] = []

    def whole(status: str) -> dict[str, Any]:
        return {
            "id": f"resp_{number}",
            "object": "response",
            "created_at": 1_796_000_000,
            "status": status,
            "error": None,
            "incomplete_details": {"reason": _REASONS[reply.stop]} if status == "incomplete" and reply.stop else None,
            "instructions": None,
            "metadata": {},
            "model": model,
            "output": list(output),
            "parallel_tool_calls": True,
            "temperature": 1.0,
            "tool_choice": "auto",
            "tools": [],
            "top_p": 1.0,
            "usage": _usage(reply) if status != "in_progress" else None,
        }

    def add(kind: str, **parts: Any) -> None:
        made.append({"type": kind, "sequence_number": len(made), **parts})

    add("response.created", response=whole("in_progress"))
    add("response.in_progress", response=whole("in_progress"))
    if reply.text:
        output.append(_say(reply.text, f"msg_{number}", len(output), add))
    for place, call in enumerate(reply.calls):
        output.append(_call(call, f"{number}_{place}", len(output), add))
    ended = "incomplete" if reply.stop else "completed"
    add(f"response.{ended}", response=whole(ended))
    return made


_REASONS = {"length": "max_output_tokens", "content_filter": "content_filter"}


def _say(text: str, name: str, place: int, add: Any) -> dict[str, Any]:
    item: dict[str, Any] = {"type": "message", "id": name, "status": "in_progress", "role": "assistant", "content": []}
    at = {"item_id": name, "output_index": place, "content_index": 0}
    part: dict[str, Any] = {"type": "output_text", "text": text, "annotations": []}
    add("response.output_item.added", output_index=place, item=item)
    add("response.content_part.added", **at, part=part | {"text": ""})
    for piece in pieces(text):
        add("response.output_text.delta", **at, delta=piece, logprobs=[])
    add("response.output_text.done", **at, text=text, logprobs=[])
    add("response.content_part.done", **at, part=part)
    done = item | {"status": "completed", "content": [part]}
    add("response.output_item.done", output_index=place, item=done)
    return done


def _call(call: Call, name: str, place: int, add: Any) -> dict[str, Any]:
    item: dict[str, Any] = {
        "type": "function_call",
        "id": f"fc_{name}",
        "call_id": f"call_{name}",
        "name": call.name,
        "arguments": "",
        "status": "in_progress",
    }
    at = {"item_id": f"fc_{name}", "output_index": place}
    add("response.output_item.added", output_index=place, item=item)
    for piece in pieces(call.letters):
        add("response.function_call_arguments.delta", **at, delta=piece)
    add("response.function_call_arguments.done", **at, arguments=call.letters)
    done = item | {"arguments": call.letters, "status": "completed"}
    add("response.output_item.done", output_index=place, item=done)
    return done


def _usage(reply: Reply) -> dict[str, Any] | None:
    if reply.usage is None:
        return None
    read, written = reply.usage
    return {
        "input_tokens": read,
        "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens": written,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": read + written,
    }
