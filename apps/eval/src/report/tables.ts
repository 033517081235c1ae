import { CLASSIFICATIONS } from '@svc/contract/executions/outcomes';
import type { Judged, Scores } from './scores.ts';

/** The scores as text for a terminal of 80 columns. */
export function formatTables(title: string, judged: readonly Judged[], scores: Scores): string {
  const { accuracy, macroF1, perClass, confusion, bins, predicted, calibrationError } = scores;
  const bug = confusion.REAL_BUG;
  const bugs = CLASSIFICATIONS.reduce((sum, one) => sum + bug[one], 0) || 1;
  return [
    `${title}: ${judged.length} failures, macro-F1 ${formatFixed(macroF1)}, accuracy ${formatFixed(accuracy)}`,
    '',
    `${pad('label \\ said', 13)}${CLASSIFICATIONS.map((one) => one.padStart(12)).join('')}`,
    ...CLASSIFICATIONS.map(
      (label) =>
        pad(label, 13) +
        CLASSIFICATIONS.map((predicted) => String(confusion[label][predicted]).padStart(12)).join(
          '',
        ),
    ),
    '',
    `${pad('', 13)}${['precision', 'recall', 'F1'].map((one) => one.padStart(12)).join('')}`,
    ...CLASSIFICATIONS.map((one) => {
      const { precision, recall, f1 } = perClass[one];
      return (
        pad(one, 13) +
        [precision, recall, f1].map((value) => formatFixed(value).padStart(12)).join('')
      );
    }),
    '',
    `real bugs called KNOWN_FLAKE or INFRA: ${formatFixed((bug.KNOWN_FLAKE + bug.INFRA) / bugs)}, HEALABLE: ${formatFixed(bug.HEALABLE / bugs)}`,
    ...predicted.map(
      ({ from, coverage, precision }) =>
        `said with ${formatFixed(from)} and more: right ${formatFixed(precision)}, of ${formatFixed(coverage)} of all`,
    ),
    `calibration error ${formatFixed(calibrationError)}`,
    ...bins
      .filter(({ cases }) => cases > 0)
      .map(
        ({ from, cases, confidence, right }) =>
          `  ${formatFixed(from)}+ ${String(cases).padStart(5)} predicted ${formatFixed(confidence)} right ${formatFixed(right)}`,
      ),
  ].join('\n');
}

/** The wrong verdicts, a line each. */
export function formatMisses(judged: readonly Judged[]): string {
  return judged
    .filter(({ label, predicted }) => label !== predicted)
    .map(
      ({ id, label, predicted, confidence, because }) =>
        `  ${pad(id, 6)} ${pad(label, 12)} called ${pad(predicted, 12)} ${formatFixed(confidence)} ${because}`,
    )
    .join('\n');
}

const formatFixed = (value: number) => value.toFixed(2);
const pad = (text: string, width: number) => text.padEnd(width);
