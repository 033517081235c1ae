import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import { CLASS_NAMES, deriveLabel } from '@svc/analysis/analyze/verdict-words';
import type { Evidence, FailureVerdict } from '@svc/contract/analysis/verdicts';
import { wrapLabelledText } from '../../../terminal/lines/labelled-lines.ts';
import type { Look } from '../../../terminal/look.ts';

type Judged = Pick<FailureVerdict, 'classification' | 'confidence' | 'evidence' | 'notChecked'>;

/** What speaks for a verdict and what against it, and what was not checked. */
export function formatEvidenceLines(
  { evidence, notChecked, classification, confidence }: Judged,
  look: Look,
): string[] {
  // Of an unsure verdict, no line above names the class that the weights are for.
  const isUnsure = deriveLabel({ classification, confidence }) === null;
  const of = isUnsure ? ` ${CLASS_NAMES[classification]}` : '';
  const pro = evidence.filter(({ weight }) => weight >= 0);
  const contra = evidence.filter(({ weight }) => weight < 0);
  return [
    ...formatEvidencePart(`for${of}`, pro, look),
    ...formatEvidencePart(`against${of}`, contra, look),
    ...formatPartLines('not checked', notChecked.length === 0 ? [] : [notChecked.join(' ')], look),
  ];
}

/** `+1.9`, `-0.6` or ` 0.0`, all of one width below 10. */
export function formatWeight(weight: number): string {
  return weight > 0 ? `+${weight.toFixed(1)}` : weight.toFixed(1).padStart(4);
}

/** What it means, and the words of the input. */
function formatEvidence(evidence: Evidence): string {
  const meaning = shortenLine(evidence.text);
  const words = formatQuote(evidence);
  return words === '' ? meaning : `${meaning}: ${words}`;
}

/** The words of the input, and commits by as many digits as git shows. */
export function formatQuote({ quote, source }: Evidence): string {
  const words = shortenLine(quote);
  return source === 'history' ? words.replaceAll(FULL_COMMIT, '$1') : words;
}

const FULL_COMMIT = /\b([0-9a-f]{7})[0-9a-f]{33}\b/g;

function formatEvidencePart(heading: string, evidence: readonly Evidence[], look: Look): string[] {
  if (evidence.length === 0) return [];
  const { colors, columns } = look;
  return [
    colors.bold(heading),
    ...evidence.flatMap((one) =>
      wrapLabelledText(`  ${formatWeight(one.weight)}  `, formatEvidence(one), columns, colors.dim),
    ),
  ];
}

// The widest label and two columns.
const LABEL_COLUMNS = 'not checked'.length + 2;

// Here, paragraphs have no room for a column of labels.
const NARROW_COLUMNS = 60;

/** A labelled part of a cause in one paragraph: `done when    the test passes · its file passes`. */
export function formatPartLines(label: string, texts: readonly string[], look: Look): string[] {
  const { colors, columns, glyphs } = look;
  const text = texts.map((one) => shortenLine(one)).join(glyphs.dot);
  const shown = columns < NARROW_COLUMNS ? `${label}  ` : label.padEnd(LABEL_COLUMNS);
  return wrapLabelledText(shown, text, columns, colors.bold);
}
