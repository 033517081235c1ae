import { deriveLabel, formatLikelyClass } from '@svc/analysis/verdicts/verdict-label';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';

/**
 * A verdict with its heaviest reason: `Probably a real bug: the error was thrown in product code.` Of an unsure one its
 * candidates: `Unsure: real bug 49 %, healable 47 %. The error was thrown in product code.`
 */
export function describeVerdict(
  verdict: Pick<FailureVerdict, 'classification' | 'confidence' | 'runnerUp' | 'evidence'>,
): string {
  const [reason] = verdict.evidence
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  const likely = formatLikelyClass(verdict);
  const first = likely.charAt(0).toUpperCase() + likely.slice(1);
  if (reason === undefined) return `${first}. There is little evidence for any class.`;
  if (deriveLabel(verdict) === 'unsure') return `${first}. ${endSentence(reason.text)}`;
  return endSentence(`${first}: ${lowerFirst(reason.text)}`);
}

/** Keeps a name in capitals, such as `HTTP`. */
function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}|^A /u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
