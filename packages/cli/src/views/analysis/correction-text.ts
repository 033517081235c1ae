import type { Classification } from '@svc/contract/executions/outcomes';
import { commandLines, flowedLines, hangingLines } from '../../format/lines/wrapped-lines.ts';
import type { Look } from '../../format/look.ts';
import { counted } from '../../format/numbers.ts';

/** A recorded correction; every text in it is safe for a terminal. */
export interface ShownCorrection {
  subject: readonly string[];
  taken: string | undefined;
  classification: Classification;
  before: readonly Classification[];
  failures: number;
  /** What was corrected, with its file. */
  tests: readonly string[];
  fingerprints: number;
  seeCommand: string;
}

const TESTS = 3;

/** What was recorded, and what follows from it. */
export function correctionText(shown: ShownCorrection, look: Look): string[] {
  const { subject, taken, classification, before, failures, fingerprints, seeCommand } = shown;
  const tests = [
    ...shown.tests.slice(0, TESTS),
    ...(shown.tests.length > TESTS ? [`and ${shown.tests.length - TESTS} more`] : []),
  ];
  const { colors, columns, glyphs, quiet } = look;
  const were = before.filter((one) => one !== classification).join(' and ');
  const from = were === '' ? 'confirmed' : `was ${were}`;
  const line = `${glyphs.passed} ${counted(failures, 'failure')}: ${classification} (${from})`;
  const done = [
    ...flowedLines(subject, '  ', columns).map(colors.bold),
    ...hangingLines(line, columns).map(colors.green),
  ];
  if (quiet) return done;
  return [
    ...(taken === undefined ? [] : hangingLines(`${taken}:`, columns).map(colors.dim)),
    ...done,
    ...tests.flatMap((test) => hangingLines(`  ${test}`, columns)),
    ...flowedLines(
      `Later failures with ${fingerprints === 1 ? 'this fingerprint' : `these ${fingerprints} fingerprints`} follow it.`.split(
        ' ',
      ),
      ' ',
      columns,
    ),
    ...commandLines('See it:', seeCommand, columns).map(colors.dim),
  ];
}
