import { FACT_LIMITS } from '@svc/contract/limits';
import { cleanText, cutText } from '@svc/contract/text';

/**
 * A short text: a name, a path, a tag. Within `maxBytes` also as JSON, where a control character takes
 * six bytes.
 */
export function cutFact(text: string, maxBytes: number = FACT_LIMITS.nameBytes): string {
  const clean = cleanText(text);
  // Most are short: their JSON need not be made to be measured.
  if (clean.length * MOST_JSON_BYTES <= maxBytes) return clean;
  if (jsonBytes(clean) - QUOTES <= maxBytes) return clean;
  const cut = cutText(clean, maxBytes);
  // The marker's own line break is two bytes in JSON.
  return jsonBytes(cut) - QUOTES <= maxBytes + 1
    ? cut
    : cutText(clean, Math.floor(maxBytes / MOST_JSON_BYTES));
}

/** Facts of git or of the CI run: every text within its own limit. Numbers and flags stay. */
export function cutFacts(facts: object = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? cutFact(value, LONGER_FACTS[name]) : value,
    ]),
  );
}

const LONGER_FACTS: Record<string, number | undefined> = {
  message: FACT_LIMITS.messageBytes,
  url: FACT_LIMITS.addressBytes,
  repository: FACT_LIMITS.addressBytes,
};

/** Tags that are there already, and as many of the new ones as there is room for. */
export function uniteTags(before: readonly string[], more: readonly string[] = []): string[] {
  return firstTags([...new Set([...before, ...more.map(cutTag)])]);
}

/** The first tags of a result, as many as there is room for. */
export function cutTags(tags: readonly string[] = []): string[] {
  return firstTags(tags.map(cutTag));
}

function firstTags(tags: readonly string[]): string[] {
  return withinBytes(tags.slice(0, FACT_LIMITS.tags), FACT_LIMITS.tagsBytes);
}

/** Legs that are there already, and a new one where there is room for it. */
export function uniteLegs(before: readonly string[], leg: string | undefined): string[] {
  const legs = new Set([...before, ...(leg === undefined ? [] : [cleanText(leg)])]);
  return withinBytes([...legs].slice(0, FACT_LIMITS.legs), FACT_LIMITS.legsBytes);
}

/** The environment that is there already, and as many of the new entries as there is room for. */
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
    // What the questions filter by comes before what is only worth telling.
    .toSorted(([a], [b]) => Number(b === 'name') - Number(a === 'name'));
  return Object.fromEntries(
    withinBytes([...Object.entries(before), ...added], FACT_LIMITS.environmentBytes),
  );
}

/** The first items that fit as JSON. */
export function withinBytes<Item>(items: readonly Item[], maxBytes: number): Item[] {
  let left = maxBytes;
  const end = items.findIndex((item) => (left -= jsonBytes(item) + 1) < 0);
  return end === -1 ? [...items] : items.slice(0, end);
}

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

const QUOTES = 2;
/** Of one UTF-16 unit: \\u0001. */
export const MOST_JSON_BYTES = 6;

/** Characters, not halves of them. */
function cutTag(tag: string): string {
  const clean = cleanText(tag);
  if (clean.length <= FACT_LIMITS.tagCharacters) return clean;
  return clean.slice(0, FACT_LIMITS.tagCharacters).toWellFormed();
}
