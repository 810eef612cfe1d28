import { useQuery } from "@tanstack/react-query";

import { meQuery } from "@/api/session.ts";

/** Whether this person looks after the installation. The server decides anew at each request. */
export function useIsBoss(): boolean {
  const role = useQuery(meQuery).data?.user.role;
  return role === "boss" || role === "admin";
}
