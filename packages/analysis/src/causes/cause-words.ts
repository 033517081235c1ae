import type { Cause, CauseList } from '@svc/contract/executions/causes';
import { formatUnsure } from '../verdicts/verdict-label.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';

/** The title of a cause: the pattern of its fingerprint, which has no values of a single test. */
export function formatCauseTitle({ pattern }: Pick<Cause, 'pattern'>): string {
  return pattern ?? 'Failures that are not grouped by cause yet';
}

/** `434 tests in 61 files`. */
export function formatCauseSize({ tests, files }: Pick<Cause, 'tests' | 'files'>): string {
  return `${formatCount(tests, 'test')} in ${formatCount(files, 'file')}`;
}

/** `INFRA 96 %`, or `unsure: real bug 49 %, healable 47 %`; null without a verdict. */
export function formatCauseClass({
  classification,
  candidates,
  confidence,
}: Pick<Cause, 'classification' | 'candidates' | 'confidence'>): string | null {
  if (classification === null) return candidates === undefined ? null : formatUnsure(candidates);
  return confidence === null
    ? classification
    : `${classification} ${Math.round(confidence * 100)} %`;
}

/** `434 tests in 61 files`, `INFRA 96 %`. */
export function formatCauseFacts(cause: Cause): string[] {
  const verdict = formatCauseClass(cause);
  return [formatCauseSize(cause), ...(verdict === null ? [] : [verdict])];
}

/** ` (2 causes)` behind a number of failures, where some of them have one cause; otherwise nothing. */
export function formatCauseCount(failures: number, { items, total }: CauseList): string {
  const isKnown = items.every(({ fingerprint }) => fingerprint !== null);
  return isKnown && total > 0 && total < failures ? ` (${formatCount(total, 'cause')})` : '';
}
