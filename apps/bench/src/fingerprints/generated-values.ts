import { Buffer } from 'node:buffer';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes one value of a kind. */
export type MakeValue = () => string;

/** The kinds of values that change from run to run, each as a generator. The same random numbers give the same values. */
export function buildValueMakers(random: () => number): Record<string, MakeValue> {
  const below = (limit: number): number => Math.floor(random() * limit);
  const from = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join('');
  const hex = (length: number): string => from(`${DIGITS}abcdef`, length);
  const at = (): Date => new Date(1_600_000_000_000 + below(300_000_000) * 1_000);
  const one = (...makers: MakeValue[]): string => makers[below(makers.length)]?.() ?? '';
  return {
    'base64-24': () => Buffer.from(Array.from({ length: 16 }, () => below(256))).toString('base64'),
    'base62-12': () => from(LOWER + UPPER + DIGITS, 12),
    'nanoid-21': () => from(`${LOWER + UPPER + DIGITS}_-`, 21),
    cuid: () => `c${at().getTime().toString(36)}${from(LOWER + DIGITS, 16)}`,
    'hex-8': () => hex(8),
    'hex-12': () => hex(12),
    'hex-16': () => hex(16),
    'sha-7': () => hex(7),
    'sha-1': () => hex(40),
    md5: () => hex(32),
    'sha-256': () => hex(64),
    ULID: () => `01${from(CROCKFORD, 24)}`,
    UUID: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${from('89ab', 1)}${hex(3)}-${hex(12)}`,
    pointer: () =>
      `0x${hex(
        one(
          () => '8',
          () => '12',
        ) === '8'
          ? 8
          : 12,
      )}`,
    number: () => String(below(10 ** (1 + below(9)))),
    duration: () =>
      one(
        () => `${below(60_000)}ms`,
        () => `${(random() * 100).toFixed(2)}s`,
        () => `${below(10) + 1}m ${below(60)}s`,
        () => `${below(90)} seconds`,
      ),
    date: () =>
      one(
        () => at().toISOString(),
        () => at().toISOString().slice(0, 10),
        () => at().toUTCString(),
        () => at().toISOString().replace('T', ' ').slice(0, 19),
      ),
    'time of day': () =>
      one(
        () => `${below(12) + 1}:${padTwoDigits(below(60))} ${from('AP', 1)}M`,
        () => `${padTwoDigits(below(24))}:${padTwoDigits(below(60))}:${padTwoDigits(below(60))}`,
      ),
    'host:port': () =>
      one(
        () => `127.0.0.1:${1_024 + below(60_000)}`,
        () => `localhost:${1_024 + below(60_000)}`,
      ),
    mkdtemp: () => `/tmp/svc-${from(LOWER + UPPER + DIGITS, 6)}/out.json`,
  };
}

function padTwoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
