/** The screens about the installation as a whole, in the order of their tabs. */
export const houseParts = ["agents", "sources", "runs", "jobs", "retention"] as const;
export type HousePart = (typeof houseParts)[number];

export function isHousePart(name: string | null | undefined): name is HousePart {
  return houseParts.some((part) => part === name);
}
