import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import { formatQuote, formatWeight } from '@svc/analysis/markdown/verdict-markdown';
import { CLASS_WORDS } from '@svc/analysis/verdicts/class-words';
import { deriveLabel } from '@svc/analysis/verdicts/verdict-label';
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
  const isUnsure = deriveLabel({ classification, confidence }) === 'unsure';
  const of = isUnsure ? ` ${CLASS_WORDS[classification].name}` : '';
  const pro = evidence.filter(({ weight }) => weight >= 0);
  const contra = evidence.filter(({ weight }) => weight < 0);
  return [
    ...formatEvidencePart(`for${of}`, pro, look),
    ...formatEvidencePart(`against${of}`, contra, look),
    ...formatPartLines('not checked', notChecked.length === 0 ? [] : [notChecked.join(' ')], look),
  ];
}

/** What it means, and the words of the input. */
function formatEvidence(evidence: Evidence): string {
  const meaning = shortenLine(evidence.text);
  const words = formatQuote(evidence);
  return words === '' ? meaning : `${meaning}: ${words}`;
}

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
