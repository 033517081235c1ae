import { FACT_LIMITS } from '@svc/contract/zod-free/limits';
import { cleanText } from '@svc/contract/zod-free/text';
import { cutListToBytes } from './text-limits.ts';

/** Existing tags, and as many new ones as fit. */
export function uniteTags(before: readonly string[], more: readonly string[] = []): string[] {
  return limitTags([...new Set([...before, ...more.map(cutTag)])]);
}

/** The first tags of a result, as many as fit. */
export function cutTags(tags: readonly string[] = []): string[] {
  return limitTags(tags.map(cutTag));
}

function limitTags(tags: readonly string[]): string[] {
  return cutListToBytes(tags.slice(0, FACT_LIMITS.tags), FACT_LIMITS.tagsBytes);
}

/** Cuts between characters, not inside a surrogate pair. */
function cutTag(tag: string): string {
  const clean = cleanText(tag);
  if (clean.length <= FACT_LIMITS.tagCharacters) return clean;
  return clean.slice(0, FACT_LIMITS.tagCharacters).toWellFormed();
}
