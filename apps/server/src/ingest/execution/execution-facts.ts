import type { IngestExecution } from '@svc/contract/executions/ingest';
import { FACT_LIMITS } from '@svc/contract/limits';
import { cleanText, cutText } from '@svc/contract/text';

/**
 * Cuts a short text, such as a name, a path or a tag, to `maxBytes`, also measured as JSON, where a control character
 * takes six bytes.
 */
export function cutFact(text: string, maxBytes: number = FACT_LIMITS.nameBytes): string {
  const clean = cleanText(text);
  // Most texts are short enough without measuring their JSON.
  if (clean.length * MOST_JSON_BYTES <= maxBytes) return clean;
  if (countJsonBytes(clean) - QUOTES <= maxBytes) return clean;
  const cut = cutText(clean, maxBytes);
  // The marker's own line break is two bytes in JSON.
  return countJsonBytes(cut) - QUOTES <= maxBytes + 1
    ? cut
    : cutText(clean, Math.floor(maxBytes / MOST_JSON_BYTES));
}

/** Cuts every text in the facts of git or the CI run to its own limit. Numbers and flags stay. */
export function cutFacts(facts: object = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? cutFact(value, LONGER_FACTS[name]) : value,
    ]),
  );
}

/** Cuts the facts of the CI run. Its address is a link for API users, so it is kept only with http or https. */
export function cutCiFacts(ci: IngestExecution['ci']): Record<string, unknown> {
  const { url, ...facts } = cutFacts(ci);
  return typeof url === 'string' && WEB_ADDRESS.test(url) ? { ...facts, url } : facts;
}

const WEB_ADDRESS = /^https?:\/\/[^\s/]/i;

const LONGER_FACTS: Record<string, number | undefined> = {
  message: FACT_LIMITS.messageBytes,
  url: FACT_LIMITS.addressBytes,
  repository: FACT_LIMITS.addressBytes,
};

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

/** Existing legs, and a new one if it fits. */
export function uniteLegs(before: readonly string[], leg: string | undefined): string[] {
  const legs = new Set([...before, ...(leg === undefined ? [] : [cleanText(leg)])]);
  return cutListToBytes([...legs].slice(0, FACT_LIMITS.legs), FACT_LIMITS.legsBytes);
}

/** The existing environment, and as many new entries as fit. */
export function uniteEnvironment(
  before: Record<string, string>,
  more: Record<string, string> = {},
): Record<string, string> {
  const added = Object.entries(more)
    .map(([name, value]): [string, string] => [
      cleanText(name),
      cutFact(value, FACT_LIMITS.environmentValueBytes),
    ])
    .filter(([name]) => !Object.hasOwn(before, name))
    // The name first, because questions filter by it; the other entries are only displayed.
    .toSorted(([a], [b]) => Number(b === 'name') - Number(a === 'name'));
  return Object.fromEntries(
    cutListToBytes([...Object.entries(before), ...added], FACT_LIMITS.environmentBytes),
  );
}

/** The first items that fit as JSON. */
export function cutListToBytes<Item>(items: readonly Item[], maxBytes: number): Item[] {
  let left = maxBytes;
  const end = items.findIndex((item) => (left -= countJsonBytes(item) + 1) < 0);
  return end === -1 ? [...items] : items.slice(0, end);
}

export function countJsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

const QUOTES = 2;
/** The JSON size limit of one UTF-16 unit: \\u0001. */
export const MOST_JSON_BYTES = 6;

/** Cuts between characters, not inside a surrogate pair. */
function cutTag(tag: string): string {
  const clean = cleanText(tag);
  if (clean.length <= FACT_LIMITS.tagCharacters) return clean;
  return clean.slice(0, FACT_LIMITS.tagCharacters).toWellFormed();
}
