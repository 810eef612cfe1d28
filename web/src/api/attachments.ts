import { queryOptions } from "@tanstack/react-query";

import { ProblemError } from "@/lib/problem.ts";
import { api, done, isRecord, ownHeaders, readProblem, take } from "./client.ts";
import { keys } from "./keys.ts";
import type { Attachment } from "./types.ts";

/** What a message may weigh and bring along. */
export const limitsQuery = queryOptions({
  queryKey: keys.chatLimits,
  queryFn: () => take(api.GET("/api/chat/limits")),
  staleTime: Infinity,
});

/**
 * Sends a file up as it is, telling how far it got (0 to 1). By the older request of browsers: fetch() says nothing of
 * what is still to be sent. Raises ProblemError for a refusal, TypeError when the server is out of reach.
 */
export function uploadFile(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<Attachment> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/attachments?name=${encodeURIComponent(file.name.slice(-500) || "file")}`);
    for (const [name, value] of Object.entries(ownHeaders())) request.setRequestHeader(name, value);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      if (isAttachment(request.response)) resolve(request.response);
      else reject(new ProblemError(readProblem(request.response, request.status)));
    });
    request.addEventListener("error", () => reject(new TypeError("The upload broke off.")));
    request.addEventListener("abort", () => reject(new DOMException("The upload was stopped.", "AbortError")));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

/** The server made it: what is looked at is only whether it is one, or a refusal. */
export function isAttachment(value: unknown): value is Attachment {
  return isRecord(value) && typeof value["id"] === "string" && typeof value["name"] === "string" && Array.isArray(value["sheets"]);
}

export function dropAttachment(attachment: string) {
  return done(api.DELETE("/api/attachments/{attachment}", { params: { path: { attachment } } }));
}

/** Where the file can be saved from. */
export function attachmentAddress(attachment: string): string {
  return `/api/attachments/${encodeURIComponent(attachment)}`;
}
