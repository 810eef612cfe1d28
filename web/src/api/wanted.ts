/** The newest version of each panel that this browser tab has heard of, by a receipt or an event. */
export class Wanted {
  private readonly versions = new Map<string, number>();

  /** Takes note of a version; false when it was already known, so that one change is fetched once. */
  note(panel: string, version: number): boolean {
    if (version <= this.of(panel)) return false;
    this.versions.set(panel, version);
    return true;
  }

  of(panel: string): number {
    return this.versions.get(panel) ?? 0;
  }
}

export const wanted = new Wanted();

interface Versioned {
  version: number;
}

/** Answers may arrive in another order than they were asked for: the older copy never replaces the newer. */
export function newerOf<Copy extends Versioned>(shown: Copy | undefined, arrived: Copy): Copy {
  return shown !== undefined && shown.version > arrived.version ? shown : arrived;
}
