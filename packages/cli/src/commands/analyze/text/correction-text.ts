import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import type { Label } from '@svc/analysis/verdicts/verdict-label';
import type { Classification } from '@svc/contract/executions/outcomes';
import type { Total } from '../../../asking/listing.ts';
import { UNICODE_GLYPHS } from '../../../terminal/glyphs.ts';
import { wrapCommand, wrapFacts, wrapText } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { escapeMarkdown } from '@svc/analysis/text/markdown';
import { formatCount, formatNumber } from '@svc/contract/zod-free/amounts';

/** A recorded correction; every text in it is safe for a terminal. */
export interface ShownCorrection {
  subject: readonly string[];
  choiceNote: string | undefined;
  classification: Classification;
  /** Null if not all of the failures were read. */
  before: readonly Label[] | null;
  failures: Total;
  /** What was corrected, with its file. */
  tests: readonly string[];
  fingerprints: number;
  seeCommand: string;
}

const TESTS = 3;

/** What was recorded, and what follows from it. */
export function formatCorrection(shown: ShownCorrection, look: Look): string[] {
  const { subject, choiceNote, seeCommand } = shown;
  const { colors, columns, glyphs, quiet } = look;
  const done = [
    ...wrapFacts(subject, '  ', columns).map(colors.bold),
    ...wrapText(`${glyphs.passed} ${formatRecorded(shown)}`, columns).map(colors.green),
  ];
  if (quiet) return done;
  return [
    ...(choiceNote === undefined ? [] : wrapText(`${choiceNote}:`, columns).map(colors.dim)),
    ...done,
    ...formatCorrectedTests(shown).flatMap((test) => wrapText(`  ${test}`, columns)),
    ...wrapFacts(describeFollowUp(shown).split(' '), ' ', columns),
    ...wrapCommand('See it:', seeCommand, columns).map(colors.dim),
  ];
}

/** The same to paste. */
export function renderCorrectionMarkdown(shown: ShownCorrection): string {
  const title = `${UNICODE_GLYPHS.passed} ${formatRecorded(shown)}`;
  return [
    `### ${escapeMarkdown(title)}: ${shown.subject.map((text) => escapeMarkdown(text)).join(', ')}`,
    formatCorrectedTests(shown)
      .map((test) => `- ${escapeMarkdown(test)}`)
      .join('\n'),
    describeFollowUp(shown),
  ].join('\n\n');
}

/** `3 failures: INFRA (was REAL_BUG)` */
function formatRecorded({ classification, before, failures }: ShownCorrection): string {
  const were = before?.filter((one) => one !== classification).join(' and ');
  const count = `${failures.isAtLeast ? 'at least ' : ''}${formatCount(failures.count, 'failure')}`;
  if (were === undefined) return `${count}: ${classification}`;
  return `${count}: ${classification} (${were === '' ? 'confirmed' : `was ${were}`})`;
}

function formatCorrectedTests({ tests, failures, before }: ShownCorrection): string[] {
  const shown = tests.slice(0, TESTS).map((test) => shortenLine(test));
  if (failures.isAtLeast) return [...shown, 'and more'];
  const others = (before === null ? failures.count : tests.length) - shown.length;
  return tests.length > TESTS ? [...shown, `and ${formatNumber(others)} more`] : shown;
}

function describeFollowUp({ fingerprints }: ShownCorrection): string {
  const which = fingerprints === 1 ? 'this fingerprint' : `these ${fingerprints} fingerprints`;
  return `Later failures with ${which} follow it.`;
}
