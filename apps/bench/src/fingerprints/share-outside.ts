import { computeFingerprint } from '@svc/analysis/fingerprint/fingerprint';
import { createSeededRandom } from '../seeded-random.ts';
import { buildValueMakers } from './generated-values.ts';

/** Message around the values, with `X` for the value. */
const DATA = 'item X was not found';

/** Where programs put names, and tests put ids: keys of objects, tables and handlers made for one run. */
const NAMES = [
  'X is not defined in the store',
  'token X is not supported',
  "TypeError: Cannot read properties of undefined (reading 'X')",
  'error: relation "t_X" does not exist',
  'error: table "X" already exists',
  'Unknown type "X".',
  "ReferenceError: cannot access 'X'",
  'Error: handler_X() failed',
  'Error: X(order) not found',
] as const;

/** Nobody names anything after them. */
const NO_IDS = new Set([
  'base64-24',
  'pointer',
  'number',
  'duration',
  'date',
  'time of day',
  'host:port',
  'mkdtemp',
]);

/** Each kind of value in messages that are the same apart from it. */
export interface KindShare {
  kind: string;
  message: string;
  /** The share of messages whose fingerprint is not the most frequent one, from 0 to 1. */
  outside: number;
}

const ROUNDS = 5;

/**
 * Measures messages with `values` values of each kind, in five rounds with different values, and averages the rounds.
 * Repeated calls use the same values.
 */
export function measureSharesOutside(values: number): KindShare[] {
  const rounds = Array.from({ length: ROUNDS }, (_, round) =>
    Object.entries(buildValueMakers(createSeededRandom(round + 1))).flatMap(([kind, make]) => {
      const made = Array.from({ length: values }, make);
      const messages = NO_IDS.has(kind) ? [DATA] : [DATA, ...NAMES];
      return messages.map((message) => ({
        kind,
        message,
        outside: computeShareOutside(message, made),
      }));
    }),
  );
  return Array.from(
    Map.groupBy(rounds.flat(), ({ kind, message }) => `${kind}\n${message}`),
    ([key, shares]) => ({
      kind: key.slice(0, key.indexOf('\n')),
      message: key.slice(key.indexOf('\n') + 1),
      outside: shares.reduce((sum, share) => sum + share.outside, 0) / ROUNDS,
    }),
  );
}

function computeShareOutside(message: string, values: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const value of values) {
    const { fingerprint } = computeFingerprint({ message: message.replace('X', () => value) });
    counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  }
  return (values.length - Math.max(...counts.values())) / values.length;
}
