import type { IngestExecution } from '@svc/contract/executions/ingest';
import { FACT_LIMITS } from '@svc/contract/zod-free/limits';
import { cleanText } from '@svc/contract/zod-free/text';
import { cutFact, cutListToBytes } from '../texts/text-limits.ts';

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
