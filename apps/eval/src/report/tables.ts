import { CLASSIFICATIONS } from '@svc/contract/executions/outcomes';
import type { Judged, Scores } from './scores.ts';

/** The scores as text for a terminal of 80 columns. */
export function tablesOf(title: string, judged: readonly Judged[], scores: Scores): string {
  const { accuracy, macroF1, perClass, confusion, bins, said, calibrationError } = scores;
  const bug = confusion.REAL_BUG;
  const bugs = CLASSIFICATIONS.reduce((sum, one) => sum + bug[one], 0) || 1;
  return [
    `${title}: ${judged.length} failures, macro-F1 ${fixed(macroF1)}, accuracy ${fixed(accuracy)}`,
    '',
    `${pad('label \\ said', 13)}${CLASSIFICATIONS.map((one) => one.padStart(12)).join('')}`,
    ...CLASSIFICATIONS.map(
      (label) =>
        pad(label, 13) +
        CLASSIFICATIONS.map((said) => String(confusion[label][said]).padStart(12)).join(''),
    ),
    '',
    `${pad('', 13)}${['precision', 'recall', 'F1'].map((one) => one.padStart(12)).join('')}`,
    ...CLASSIFICATIONS.map((one) => {
      const { precision, recall, f1 } = perClass[one];
      return (
        pad(one, 13) + [precision, recall, f1].map((value) => fixed(value).padStart(12)).join('')
      );
    }),
    '',
    `real bugs called KNOWN_FLAKE or INFRA: ${fixed((bug.KNOWN_FLAKE + bug.INFRA) / bugs)}, HEALABLE: ${fixed(bug.HEALABLE / bugs)}`,
    ...said.map(
      ({ from, coverage, precision }) =>
        `said with ${fixed(from)} and more: right ${fixed(precision)}, of ${fixed(coverage)} of all`,
    ),
    `calibration error ${fixed(calibrationError)}`,
    ...bins
      .filter(({ cases }) => cases > 0)
      .map(
        ({ from, cases, confidence, right }) =>
          `  ${fixed(from)}+ ${String(cases).padStart(5)} said ${fixed(confidence)} right ${fixed(right)}`,
      ),
  ].join('\n');
}

/** The wrong verdicts, a line each. */
export function missesOf(judged: readonly Judged[]): string {
  return judged
    .filter(({ label, said }) => label !== said)
    .map(
      ({ id, label, said, confidence, because }) =>
        `  ${pad(id, 6)} ${pad(label, 12)} called ${pad(said, 12)} ${fixed(confidence)} ${because}`,
    )
    .join('\n');
}

const fixed = (value: number) => value.toFixed(2);
const pad = (text: string, width: number) => text.padEnd(width);
