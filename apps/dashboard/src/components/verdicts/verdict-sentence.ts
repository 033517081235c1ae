import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Classification } from '@svc/contract/executions/outcomes';

/** What a failure of a class is: `a real bug`. */
export const CLASS_WORDS: Record<Classification, string> = {
  REAL_BUG: 'a real bug',
  HEALABLE: 'a test that no longer fits the product',
  INFRA: 'a failure of the infrastructure',
  KNOWN_FLAKE: 'a known flake',
};

/** A verdict in one sentence with its heaviest reason: `Probably a real bug: the error was thrown in product code.` */
export function verdictSentence({
  classification,
  evidence,
}: Pick<FailureVerdict, 'classification' | 'evidence'>): string {
  const [reason] = evidence
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  const first = `Probably ${CLASS_WORDS[classification]}`;
  if (reason === undefined) return `${first}. Little speaks for any class.`;
  return ended(`${first}: ${lowerFirst(reason.text)}`);
}

/** Keeps a name in capitals, such as `HTTP`. */
function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}|^A /u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
