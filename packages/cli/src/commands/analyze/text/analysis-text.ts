import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import { deriveLabel } from '@svc/analysis/verdicts/verdict-label';
import type { AnyAnalysis } from '@svc/reports/judge/judged-here';
import type { Cause } from '../input/causes.ts';
import type { Total } from '../../../asking/listing.ts';
import { wrapCommand, wrapFacts, wrapText } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { formatCount, formatNumber } from '@svc/contract/zod-free/amounts';
import { formatMoreLines } from '../../../wording/more-lines.ts';
import { formatCauseLines } from './cause-lines.ts';
import { paintClass, formatLabelledVerdict } from '../../../wording/class-text.ts';
import { formatEvidenceLines } from './evidence-lines.ts';
import { formatPlanLines } from './plan-lines.ts';

/** The answer of `svc analyze`; every text in it is safe for a terminal. */
export interface ShownAnalysis {
  /** What was judged, and where. */
  subject: readonly string[];
  /** In words, when the execution was ambiguous. */
  choiceNote: string | undefined;
  analysis: AnyAnalysis;
  /** Whether it has failures that were not read: then its causes are not known. */
  isPartial: boolean;
  /** The causes that are shown. */
  items: readonly Cause[];
  total: Total;
  moreCommand: string;
}

// With more columns, a paragraph is hard to read.
const WIDEST_COLUMNS = 100;

/** What was judged, the verdict on the whole, and each cause with its evidence and its plan. */
export function formatAnalysis(shown: ShownAnalysis, wideLook: Look): string[] {
  const { analysis, items } = shown;
  const look = { ...wideLook, columns: Math.min(wideLook.columns, WIDEST_COLUMNS) };
  const { colors, columns, glyphs } = look;
  const { summary } = analysis;
  const verdict = formatLabelledVerdict(analysis, glyphs, '  ');
  const lines = [
    ...formatSubjectLines(shown, look),
    '',
    colors.bold(paintClass(deriveLabel(analysis), colors)(verdict)),
    ...wrapFacts(shortenLine(summary, MOST_SUMMARY).split(/ (?!%)/), ' ', columns),
    ...filterOverallUnknowns(analysis).flatMap((text) =>
      wrapText(`! ${shortenLine(text)}`, columns).map(colors.yellow),
    ),
    '',
    ...(items.length === 0
      ? [...formatEvidenceLines(analysis, look), ...formatPlanLines(analysis.actionPlan, look)]
      : items.flatMap((cause, at) => [...formatCauseLines(cause, look, items.slice(0, at)), ''])),
    ...formatRestLines(shown, look),
  ];
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** `14 failures, 3 causes`. */
export function formatAnalysisCounts(
  shown: Pick<ShownAnalysis, 'analysis' | 'isPartial' | 'total'>,
): string {
  const { failureCount } = shown.analysis;
  if (failureCount === 0) return 'failed outside its tests';
  const failures = formatCount(failureCount, 'failure');
  if (failureCount === 1 || shown.isPartial) return failures;
  return `${failures}, ${formatCount(shown.total.count, 'cause')}`;
}

/** `5 of 7 causes, from the 1000 most severe failures. More:` */
export function formatReadCount({ analysis, items, total }: ShownAnalysis): string {
  const causes =
    items.length < total.count
      ? `${formatNumber(items.length)} of ${formatCount(total.count, 'cause')}`
      : formatCount(total.count, 'cause');
  return `${causes}, from the ${formatNumber(analysis.failures.length)} most severe failures. More:`;
}

function formatRestLines(shown: ShownAnalysis, look: Look): string[] {
  const { isPartial, moreCommand } = shown;
  if (!isPartial) return formatMoreLines(shown, look);
  if (look.quiet) return [];
  return wrapCommand(formatReadCount(shown), moreCommand, look.columns).map(look.colors.dim);
}

/** What is not known of the whole; the causes say themselves what is not known of them. */
export function filterOverallUnknowns({ notChecked, failures }: AnyAnalysis): string[] {
  if (failures.length === 0) return [];
  const ofFailures = new Set(failures.flatMap((failure) => failure.notChecked));
  return notChecked.filter((text) => !ofFailures.has(text));
}

const MOST_SUMMARY = 1_000;

/** With `-q` too: an answer must say what it is about. */
function formatSubjectLines(shown: ShownAnalysis, look: Look): string[] {
  const { colors, columns, quiet } = look;
  const { choiceNote, subject } = shown;
  const facts = [...subject.map((fact) => shortenLine(fact)), formatAnalysisCounts(shown)];
  return [
    ...(choiceNote === undefined || quiet
      ? []
      : wrapText(`${choiceNote}:`, columns).map(colors.dim)),
    ...wrapFacts(facts, '  ', columns).map(colors.bold),
  ];
}
