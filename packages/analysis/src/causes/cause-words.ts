import type { Cause, CauseList } from '@svc/contract/executions/causes';
import { unsureWords } from '../analyze/verdict-words.ts';
import { counted } from '../text/numbers.ts';

/** What a cause is: the pattern of its fingerprint, which has no values of a single test. */
export function causeTitle({ pattern }: Pick<Cause, 'pattern'>): string {
  return pattern ?? 'Failures that are not grouped by cause yet';
}

/** `434 tests in 61 files`. */
export function causeSize({ tests, files }: Pick<Cause, 'tests' | 'files'>): string {
  return `${counted(tests, 'test')} in ${counted(files, 'file')}`;
}

/** `INFRA 96 %`, or `unsure: real bug 49 %, healable 47 %`; null without a verdict. */
export function causeClass({
  classification,
  candidates,
  confidence,
}: Pick<Cause, 'classification' | 'candidates' | 'confidence'>): string | null {
  if (classification === null) return candidates === undefined ? null : unsureWords(candidates);
  return confidence === null
    ? classification
    : `${classification} ${Math.round(confidence * 100)} %`;
}

/** `434 tests in 61 files`, `INFRA 96 %`. */
export function causeFacts(cause: Cause): string[] {
  const verdict = causeClass(cause);
  return [causeSize(cause), ...(verdict === null ? [] : [verdict])];
}

/** ` (2 causes)` behind a number of failures, where some of them have one cause; otherwise nothing. */
export function ofCauses(failures: number, { items, total }: CauseList): string {
  const isKnown = items.every(({ fingerprint }) => fingerprint !== null);
  return isKnown && total > 0 && total < failures ? ` (${counted(total, 'cause')})` : '';
}
