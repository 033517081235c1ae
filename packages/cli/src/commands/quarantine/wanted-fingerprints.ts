import { CommandError } from '../../errors/exit.ts';
import type { WantedTest } from './wanted-test.ts';

/**
 * The whole fingerprints that were typed, each perhaps only by its first digits, with or without `fp2:`.
 * @throws CommandError for a part that no failure of the test begins with, or several do.
 */
export function resolveFingerprints(
  typed: readonly string[],
  { fingerprints }: Pick<WantedTest, 'fingerprints'>,
): string[] {
  return typed.map((text) => {
    const word = text.trim().toLowerCase();
    if (WHOLE.test(word)) return word;
    const known = fingerprints.map(({ fingerprint }) => fingerprint);
    const [match, ...others] = known.filter((one) => beginsWith(one, word));
    if (match !== undefined && others.length === 0) return match;
    const problem =
      match === undefined
        ? `no failure of this test has the fingerprint '${text}'`
        : `'${text}' is the beginning of ${others.length + 1} fingerprints`;
    throw new CommandError(problem, formatKnownFingerprints(known));
  });
}

const WHOLE = /^fp\d+:[0-9a-f]{32}$/;
const SHOWN = 3;
const DIGITS_LEAST = 4;

function beginsWith(fingerprint: string, word: string): boolean {
  const [, digits = ''] = fingerprint.split(':');
  const typed = word.includes(':') ? word : undefined;
  return typed === undefined
    ? word.length >= DIGITS_LEAST && digits.startsWith(word)
    : typed.length >= DIGITS_LEAST * 2 && fingerprint.startsWith(typed);
}

/** What may be typed instead. */
export function formatKnownFingerprints(fingerprints: readonly string[]): string {
  if (fingerprints.length === 0) return 'the test has no failures; add --any to excuse all of them';
  const shown = fingerprints.slice(0, SHOWN).join(', ');
  return `use one of its failures, ${shown}, or --any`;
}
