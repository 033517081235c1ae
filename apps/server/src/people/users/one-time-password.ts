import type { Random } from '../../random.ts';

// Excludes characters that look alike. With 32 characters, a password has 80 random bits.
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A password that a person copies once, such as `k7qd-m2xv-9hcn-w4ta`. */
export function generateOneTimePassword(random: Random): string {
  const group = (): string =>
    Array.from({ length: 4 }, () => ALPHABET.charAt(random.integer(ALPHABET.length))).join('');
  return [group(), group(), group(), group()].join('-');
}
