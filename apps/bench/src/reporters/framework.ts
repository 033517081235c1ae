import type { ServerProcess } from '../processes/server-process.ts';

/** A test framework, and how it runs the same suite with each reporter. */
export interface Framework {
  name: FrameworkName;
  files: number;
  testsPerFile: number;
  /** The first lines of each test file, and the names of its two functions. */
  syntax: { head: string; describe: string; it: string };
  /** Its command, below node_modules, with the arguments before those of a contender. */
  command: readonly string[];
  /** Our reporter's package. */
  ours: { packageName: string };
  /** The bare run comes first. */
  contenders: readonly Contender[];
}

export const FRAMEWORK_NAMES = ['vitest', 'jest', 'playwright'] as const;
export type FrameworkName = (typeof FRAMEWORK_NAMES)[number];

/** The framework's console reporter, alone or with another reporter. */
export interface Contender {
  name: string;
  /** The framework's configuration, which is a separate file in the project. */
  config: object;
  args?: readonly string[];
  /** How many tests the reporter reported as passed. Absent if it writes nothing that can be counted. */
  countReported?: (run: ReportedRun) => Promise<number>;
}

export interface ReportedRun {
  /** The folder below which every reporter writes. Empty before each run. */
  output: string;
  server: ServerProcess;
  executionKey: string;
}

export const BARE = 'bare';
export const OURS = 'svc';
/**
 * Number of workers, equal on every machine. With two cores Jest would run all tests in its main process, whose memory
 * is measured.
 */
export const WORKERS = 2;
/** The file in the project that loads our reporter. */
export const OUR_REPORTER = 'svc-reporter.mjs';
/** The file in the project that loads our reporter with its CPU time metered. */
export const METERED_REPORTER = 'metered-svc-reporter.mjs';
/** The file in the project to which the metered reporter writes its CPU time. */
export const CPU_TIME_FILE = 'cpu-time-ms';
/** The folder in the project to which every reporter writes. */
export const OUTPUT = 'output';
/** The file to which the last test of every test file appends its end, in ms since 1970. */
export const LAST_TESTS = 'last-tests';

/** Our reporter with its CPU time metered. It is not a contender, because metering slows a run down. */
export function buildMeteredContender(ours: Contender): Contender {
  const config = JSON.stringify(ours.config).replaceAll(OUR_REPORTER, METERED_REPORTER);
  return { ...ours, name: 'svc-metered', config: JSON.parse(config) as object };
}

export function countTests({ files, testsPerFile }: Framework): number {
  return files * testsPerFile;
}

export function buildConfigName(framework: Framework, contender: Contender): string {
  return `${framework.name}.${contender.name}.config.mjs`;
}
