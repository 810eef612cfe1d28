"""OpenAI Chat Completions, streaming: chunks, then [DONE]."""

from typing import Any

from .script import Reply, pieces

PATH = "/v1/chat/completions"


def events(reply: Reply, model: str, number: int) -> list[dict[str, Any]]:
    def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return {
            "id": f"chatcmpl-{number}",
            "object": "chat.completion.chunk",
            "created": 1_796_000_000,
            "model": model,
            "choices": [choice],
            "usage": None,
        }

    made = [chunk({"role": "assistant", "content": ""})]
    made += [chunk({"content": piece}) for piece in pieces(reply.text)]
    for place, call in enumerate(reply.calls):
        head = {"index": place, "id": f"call_{number}_{place}", "type": "function"}
        made.append(chunk({"tool_calls": [head | {"function": {"name": call.name, "arguments": ""}}]}))
        made += [
            chunk({"tool_calls": [{"index": place, "function": {"arguments": piece}}]})
            for piece in pieces(call.letters)
        ]
    made.append(chunk({}, reply.stop or ("tool_calls" if reply.calls else "stop")))
    if reply.usage is not None:
        read, written = reply.usage
        usage = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
        made.append(made[-1] | {"choices": [], "usage": usage})
    return made


def error(status: int) -> dict[str, Any]:
    kinds = {401: "invalid_request_error", 404: "invalid_request_error", 429: "rate_limit_error"}
    codes = {401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded"}
    said = f"No. The key was sk-SECRET-key, and the data postgres://u:hunter2@db ({status})."
    return {
        "error": {"message": said, "type": kinds.get(status, "server_error"), "param": None, "code": codes.get(status)}
    }
