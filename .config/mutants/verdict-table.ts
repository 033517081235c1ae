import type { Verdict } from './judge-mutant.ts';
import { packageOf, type Mutant } from './mutant.ts';

export interface JudgedMutant {
  mutant: Mutant;
  verdict: Verdict;
  seconds: number;
}

/** One line about a mutant. */
export function verdictLine({ mutant, verdict, seconds }: JudgedMutant): string {
  const reason =
    verdict.outcome === 'caught' ? verdict.by : verdict.outcome === 'survived' ? '' : verdict.why;
  const end = reason === '' ? '' : `\n${' '.repeat(15)}${reason}`;
  return `${verdict.outcome.padEnd(14)} ${mutant.name} (${Math.round(seconds)} s)${end}`;
}

/** The counts of each package, and of all. */
export function verdictTable(judged: readonly JudgedMutant[]): string[] {
  const packages = Map.groupBy(judged, ({ mutant }) => packageOf(mutant));
  const rows = [...packages].map(([name, ofPackage]) => [name, ...countsOf(ofPackage)]);
  const table = [HEADER, ...rows, ['all', ...countsOf(judged)]];
  const width = Math.max(...table.map(([name = '']) => name.length));
  return table.map(([name = '', ...cells]) =>
    [name.padEnd(width), ...cells.map((cell, index) => cell.padStart(WIDTHS[index] ?? 0))].join(
      '  ',
    ),
  );
}

/** The counts in the form that .ci/parts reads: a mutant that is known to survive counts as skipped. */
export function verdictSummary(judged: readonly JudgedMutant[]): string {
  const failed = missedMutants(judged).length;
  const passed = judged.filter(({ verdict }) => verdict.outcome === 'caught').length;
  const counts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${passed} passed`,
    `${judged.length - passed - failed} skipped`,
  ];
  return `      Tests  ${counts.join(' | ')} (${judged.length})`;
}

const OUTCOMES = ['caught', 'survived', 'could not run'] as const;
const WIDTHS = OUTCOMES.map((outcome) => outcome.length);
const HEADER = ['package', ...OUTCOMES];

function countsOf(judged: readonly JudgedMutant[]): string[] {
  return OUTCOMES.map((outcome) =>
    String(judged.filter(({ verdict }) => verdict.outcome === outcome).length),
  );
}

/** The mutants that the tests are known to catch and did not catch now. */
export function missedMutants(judged: readonly JudgedMutant[]): Mutant[] {
  return judged
    .filter(({ mutant, verdict }) => mutant.survives !== true && verdict.outcome !== 'caught')
    .map(({ mutant }) => mutant);
}
