import type { AttentionItem } from '@svc/contract/attention';
import type { Database } from '../../db/database.ts';

/** Of all kinds together. */
export const MAX_ITEMS = 20;

/** What an answer is made from. */
export interface Asked {
  database: Database;
  organizationId: string;
  /** Undefined: all projects. */
  project: string | undefined;
  /** The projects whose executions from CI alone speak for their branches. */
  ciProjects: ReadonlySet<string>;
  now: Date;
}

/** An item before anybody looked at its execution and those before it. */
export type FoundItem = Omit<AttentionItem, 'executionNumber' | 'recent'>;

/** In a group the item that concerns most tests comes first, of equals the newest. */
export function byTestsThenNewest(one: FoundItem, other: FoundItem): number {
  return other.tests - one.tests || Date.parse(other.at) - Date.parse(one.at);
}

/** Of items of one project with the same fingerprint the first, which is the most severe. */
export function fingerprintsOnce(items: readonly FoundItem[]): FoundItem[] {
  const seen = new Set<string>();
  return items.filter(({ project, fingerprint }) => {
    if (fingerprint === null) return true;
    const key = `${fingerprint} ${project}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
