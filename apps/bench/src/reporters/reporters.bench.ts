import { availableParallelism, loadavg } from 'node:os';
import { printLines, printProgress, type BenchRow } from '../report.ts';
import { BARE, OURS, type Framework, type FrameworkName } from './framework.ts';
import { jestFramework } from './jest-framework.ts';
import { judgeReporters } from './judge-reporters.ts';
import { measureFramework } from './measure-framework.ts';
import { playwrightFramework } from './playwright-framework.ts';
import { formatReportersTable } from './reporters-table.ts';
import { isBuilt } from './suite-folder.ts';
import { vitestFramework } from './vitest-framework.ts';
import { startServerProcess } from '../processes/server-process.ts';

export interface ReportersOptions {
  frameworks: readonly FrameworkName[];
  /** Reporters to measure in addition to the bare run. Empty: all. */
  reporters: readonly string[];
  rounds: number;
}

// These agents are not installed. The ratios were measured with an earlier installation, on the same kind of suite.
const REPORT_PORTAL =
  "Not measured here are ReportPortal's agents: 1.39 × bare in CPU time was seen in Vitest, 2.28 in Jest.";

const FRAMEWORKS = [vitestFramework, jestFramework, playwrightFramework];

/**
 * Measures what a reporter costs. Runs a suite of trivial tests with the framework's console reporter alone, with our
 * reporter added and a real server, and with other reporters, in turn. Linux only.
 * @throws Error when a run fails, or a reporter did not report every test.
 */
export async function runReportersBench(options: ReportersOptions): Promise<BenchRow[]> {
  const frameworks = FRAMEWORKS.filter(({ name }) => options.frameworks.includes(name)).map(
    (framework) => withContenders(framework, options.reporters),
  );
  const load = `load average before ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`;
  const server = await startServerProcess();
  try {
    const rows: BenchRow[] = [];
    for (const framework of frameworks) {
      const measured = await measureFramework(framework, { rounds: options.rounds, server });
      printLines(formatReportersTable(framework, measured.figures, load));
      rows.push(...judgeReporters(framework.name, measured));
    }
    printLines([REPORT_PORTAL]);
    return rows;
  } finally {
    await server.stop();
  }
}

function withContenders(framework: Framework, wanted: readonly string[]): Framework {
  const { contenders, ours } = framework;
  const unknown = wanted.filter((name) => !contenders.some((one) => one.name === name));
  if (unknown.length > 0) {
    const all = contenders.map(({ name }) => name).join(', ');
    throw new Error(`no reporter '${unknown.join(', ')}': there are ${all}`);
  }
  const isMissing = !isBuilt(ours.packageName);
  if (isMissing) {
    printProgress(
      `reporters: ${framework.name} goes without ${OURS}: ${ours.packageName} is not built`,
    );
  }
  return {
    ...framework,
    contenders: contenders.filter(({ name }) => {
      if (name === OURS && isMissing) return false;
      return name === BARE || wanted.length === 0 || wanted.includes(name);
    }),
  };
}
