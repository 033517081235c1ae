import { formatNumber } from '@svc/contract/zod-free/amounts';
import { InvalidArgumentError } from 'commander';

/** Parses a whole number from `least` to `most`: `1000`, `1e6`, `1_000` or `1,000`. */
export function parseWholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text.replaceAll(/[_,](?=\d{3})/g, ''));
    if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least && value <= most) {
      return value;
    }
    throw new InvalidArgumentError(
      `Expected a whole number from ${least} to ${formatNumber(most)}.`,
    );
  };
}

/** Parses a day, which means its end, or a moment. Neither may be later than `now`. */
export function parseMomentUntil(now: Date): (text: string) => Date {
  return (text) => {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
    const at = new Date(isDay ? `${text}T23:59:59.999Z` : text);
    if (Number.isNaN(at.getTime()) || !/^\d{4}-/.test(text)) {
      throw new InvalidArgumentError('Expected a day such as 2026-10-31 or a date-time.');
    }
    if (isDay && at > now && text === now.toISOString().slice(0, 10)) return now;
    if (at > now) throw new InvalidArgumentError('Expected a day or moment that is past.');
    return at;
  };
}

/** Parses an http(s) address. Removes slashes at its end. */
export function parseServerUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('Expected an address such as http://localhost:4400.');
  }
  return text.replace(/\/+$/, '');
}

export function parseDatabaseUrl(text: string): string {
  if (!/^postgres(?:ql)?:\/\//.test(text)) {
    throw new InvalidArgumentError('Expected an address such as postgres://user@host:5432/svc.');
  }
  return text;
}
