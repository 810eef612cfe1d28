import { api, take } from "./client.ts";

/** Decides about a call that waits. Sent again, it answers as before and nothing is called twice. */
export function decideApproval(approval: string, approve: boolean, reason: string) {
  return take(
    api.POST("/api/approvals/{approval}", { params: { path: { approval } }, body: { approve, reason, arguments: null } }),
  );
}
