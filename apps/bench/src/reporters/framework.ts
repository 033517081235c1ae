import type { ServerProcess } from '../processes/server-process.ts';

/** A test framework, and the same suite run by it with one reporter after the other. */
export interface Framework {
  name: FrameworkName;
  files: number;
  testsPerFile: number;
  /** The head of each test file, and what its two functions are called. */
  syntax: { head: string; describe: string; it: string };
  /** Its command, below node_modules, with what comes before a contender's own arguments. */
  command: readonly string[];
  /** The package of ours. */
  ours: { packageName: string };
  /** The bare one comes first. */
  contenders: readonly Contender[];
}

export const FRAMEWORK_NAMES = ['vitest', 'jest', 'playwright'] as const;
export type FrameworkName = (typeof FRAMEWORK_NAMES)[number];

/** The framework's console reporter, alone or beside another. */
export interface Contender {
  name: string;
  /** The framework's configuration, a file of its own in the project. */
  config: object;
  args?: readonly string[];
  /** How many tests the reporter told of as passed; absent where it leaves nothing behind. */
  countReported?: (run: ReportedRun) => Promise<number>;
}

export interface ReportedRun {
  /** The folder that every reporter writes below; empty before each run. */
  output: string;
  server: ServerProcess;
  executionKey: string;
}

export const BARE = 'bare';
export const OURS = 'svc';
/**
 * The same on every machine. Jest would run all tests in its main process on one with two cores, and
 * it is that process whose memory is looked at.
 */
export const WORKERS = 2;
/** The file that the reporter of ours is loaded from, in the project. */
export const OUR_REPORTER = 'svc-reporter.mjs';
/** The file that loads our reporter with its CPU time metered, in the project. */
export const METERED_REPORTER = 'metered-svc-reporter.mjs';
/** Where the metered reporter writes its CPU time, in the project. */
export const CPU_TIME_FILE = 'cpu-time-ms';
/** Where every reporter writes, in the project. */
export const OUTPUT = 'output';
/** Where the last test of every file notes when it ended, in ms since 1970, one line each. */
export const LAST_TESTS = 'last-tests';

/** Our reporter with its CPU time metered. Not a contender, since metering makes a run slower. */
export function meteredContender(ours: Contender): Contender {
  const config = JSON.stringify(ours.config).replaceAll(OUR_REPORTER, METERED_REPORTER);
  return { ...ours, name: 'svc-metered', config: JSON.parse(config) as object };
}

export function testsOf({ files, testsPerFile }: Framework): number {
  return files * testsPerFile;
}

export function configFile(framework: Framework, contender: Contender): string {
  return `${framework.name}.${contender.name}.config.mjs`;
}
