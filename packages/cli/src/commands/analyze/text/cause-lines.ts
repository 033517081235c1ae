import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import {
  toCandidates,
  deriveLabel,
  LABELS_BY_SEVERITY,
  formatUnsure,
} from '@svc/analysis/verdicts/verdict-label';
import type { Correction } from '@svc/contract/analysis/verdicts';
import type { Cause } from '../input/causes.ts';
import { formatCount, formatNumber } from '@svc/contract/zod-free/amounts';
import { wrapFacts } from '../../../terminal/lines/wrapped-lines.ts';
import { spreadLine } from '../../../terminal/lines/spread-line.ts';
import type { Look } from '../../../terminal/look.ts';
import { formatRelativeTime } from '@svc/analysis/text/times';
import { chooseClassGlyph, paintClass, formatConfidence } from '../../../wording/class-text.ts';
import { formatEvidenceLines } from './evidence-lines.ts';
import { formatPlanLines } from './plan-lines.ts';
import { formatTestPlace } from '@svc/analysis/text/test-names';
import { shortenFingerprint } from '@svc/analysis/fingerprint/fingerprint-words';

/** One cause: its tests, its verdict with the evidence, and the plan, after those that are `shown`. */
export function formatCauseLines(cause: Cause, look: Look, shown: readonly Cause[] = []): string[] {
  const alike = shown.findLast(
    ({ example }) =>
      example.classification === cause.example.classification &&
      deriveLabel(example) === deriveLabel(cause.example),
  );
  const { example } = cause;
  const label = deriveLabel(example);
  const { colors, glyphs } = look;
  const paint = (text: string) => colors.bold(paintClass(label, colors)(text));
  const title = `${chooseClassGlyph(label, glyphs)} ${formatCauseName(cause)}`;
  const inner = { ...look, columns: look.columns - 2 };
  return [
    ...spreadLine(title, placeBeside(example), look, paint),
    ...[
      ...wrapFacts(formatVerdictFacts(cause, look.now), glyphs.dot, inner.columns).map(colors.dim),
      ...formatEvidenceLines(example, inner),
      ...formatPlanLines(example.actionPlan, inner, alike?.example.actionPlan),
    ].map((line) => `  ${line}`),
  ];
}

/** A file that failed outside its tests is its own title. */
function placeBeside({ title, file, line }: Cause['example']): string {
  const isTitle = title === file && line === null;
  return file === null || isTitle ? '' : formatTestPlace({ file, line });
}

/** `keeps the discount and 12 more tests`. */
export function formatCauseName({ example, failures, isAtLeast }: Cause): string {
  const title = shortenLine(example.title) || shortenLine(example.file ?? '') || 'without a title';
  const others = failures.length - 1;
  const more = `${isAtLeast ? 'at least ' : ''}${formatCount(others, 'more test')}`;
  return others === 0 ? title : `${title} and ${more}`;
}

/** The verdict, what else it may be, and who corrected it. */
export function formatVerdictFacts({ example, failures }: Cause, now: Date): string[] {
  const { classification, confidence, runnerUp, needsHuman, correctedBy, fingerprint } = example;
  const own = deriveLabel({ classification, confidence });
  const verdict =
    own === 'unsure'
      ? formatUnsure(toCandidates(example))
      : `${own}, ${formatConfidence(confidence)}`;
  const other = `or ${runnerUp.classification} ${Math.round(runnerUp.confidence * 100)} %`;
  const doubts = [...(needsHuman ? ['a person should look'] : []), other];
  const correction = correctedBy === null ? [] : [formatCorrection(correctedBy, now)];
  const facts =
    deriveLabel(example) === own
      ? [verdict, ...(own === 'unsure' ? [] : doubts), ...correction]
      : [
          ...correction,
          `evidence and plan are for ${own === 'unsure' ? 'a verdict that was ' : ''}${verdict}`,
        ];
  return [...facts, ...formatMixedLabels(failures), shortenFingerprint(fingerprint)];
}

/** `verdicts differ: 3 REAL_BUG, 1 unsure`; empty if all are alike. */
function formatMixedLabels(failures: Cause['failures']): string[] {
  const counts = LABELS_BY_SEVERITY.flatMap((label) => {
    const count = failures.filter((failure) => deriveLabel(failure) === label).length;
    return count === 0 ? [] : [`${formatNumber(count)} ${label}`];
  });
  return counts.length > 1 ? [`verdicts differ: ${counts.join(', ')}`] : [];
}

function formatCorrection({ by, classification, at }: Correction, now: Date): string {
  return `${by === null ? 'someone' : shortenLine(by)} said ${classification} ${formatRelativeTime(at, now)}`;
}
