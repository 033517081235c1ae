import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { printProgress } from '../report.ts';
import type { ServerProcess } from '../processes/server-process.ts';
import {
  buildConfigName,
  CPU_TIME_FILE,
  LAST_TESTS,
  buildMeteredContender,
  OURS,
  OUTPUT,
  countTests,
  type Contender,
  type Framework,
} from './framework.ts';
import { readMainThreadWallMs, buildProfileArgs } from './main-thread-wall-time.ts';
import { measureRun, type RunCosts } from './measured-run.ts';
import { withSuiteFolder } from './suite-folder.ts';

export interface RunFigures extends RunCosts {
  /** Time from the end of the last test to the end of the process. */
  afterLastTestMs: number;
}

export interface Measured {
  /** The figures of each contender's runs, by its name, in the order of the rounds. */
  figures: FrameworkFigures;
  mainThread: MainThreadTimes;
}

/** Milliseconds that our reporter used on the main thread, run by run; empty without our reporter. */
export interface MainThreadTimes {
  cpuMs: readonly number[];
  /** Wall time from a CPU profile. Includes time in which other processes ran. */
  wallMs: readonly number[];
}

export type FrameworkFigures = ReadonlyMap<string, readonly RunFigures[]>;

/**
 * Runs the suite with each contender in turn, once per round. A run takes longer after a pause, and after a contender
 * that leaves the disk busy. So each round begins with another contender.
 */
export async function measureFramework(
  framework: Framework,
  { rounds, server }: { rounds: number; server: ServerProcess },
): Promise<Measured> {
  const mainThread = { cpuMs: [] as number[], wallMs: [] as number[] };
  const figures = new Map<string, RunFigures[]>(framework.contenders.map(({ name }) => [name, []]));
  await withSuiteFolder(framework, async (folder) => {
    const [bare] = framework.contenders;
    if (bare === undefined) return;
    printProgress(`reporters: ${framework.name}, warm-up run`);
    await runOnce(framework, bare, { folder, server, executionKey: 'none' });
    for (let round = 1; round <= rounds; round++) {
      for (const contender of rotateContenders(framework.contenders, round)) {
        printProgress(
          `reporters: ${framework.name}, round ${round} of ${rounds}: ${contender.name}`,
        );
        const executionKey = `${framework.name} ${round}`;
        const run = await runOnce(framework, contender, { folder, server, executionKey });
        figures.get(contender.name)?.push(run);
      }
    }
    const ours = framework.contenders.find(({ name }) => name === OURS);
    if (ours === undefined) return;
    // These runs come last, because metering and profiling slow them down.
    for (let round = 1; round <= METERED_ROUNDS; round++) {
      printProgress(`reporters: ${framework.name}, CPU time ${round} of ${METERED_ROUNDS}`);
      const executionKey = `${framework.name} CPU time ${round}`;
      await runOnce(framework, buildMeteredContender(ours), { folder, server, executionKey });
      mainThread.cpuMs.push(Number(await readFile(join(folder, OUTPUT, CPU_TIME_FILE), 'utf8')));
    }
    for (let round = 1; round <= PROFILED_ROUNDS; round++) {
      printProgress(`reporters: ${framework.name}, profile ${round} of ${PROFILED_ROUNDS}`);
      const executionKey = `${framework.name} profile ${round}`;
      const place = { folder, server, executionKey, isProfiled: true };
      const { pid } = await runOnce(framework, ours, place);
      mainThread.wallMs.push(
        await readMainThreadWallMs(join(folder, OUTPUT), { pid, ...framework.ours }),
      );
    }
  });
  return { figures, mainThread };
}

const METERED_ROUNDS = 5;
const PROFILED_ROUNDS = 3;

function rotateContenders(contenders: readonly Contender[], by: number): Contender[] {
  const first = by % contenders.length;
  return [...contenders.slice(first), ...contenders.slice(0, first)];
}

interface Place {
  folder: string;
  server: ServerProcess;
  executionKey: string;
  isProfiled?: boolean;
}

// After 10,000 results, the server computes roll-ups for less time than this. They would slow down the next run.
const SETTLE_MS = 3_000;

async function runOnce(
  framework: Framework,
  contender: Contender,
  { folder, server, executionKey, isProfiled = false }: Place,
): Promise<RunFigures> {
  const output = join(folder, OUTPUT);
  const logPath = join(folder, 'run.log');
  await rm(output, { recursive: true, force: true });
  await mkdir(output);
  const [script = '', ...args] = framework.command;
  const costs = await measureRun({
    args: [
      ...(isProfiled ? buildProfileArgs(output) : []),
      join(folder, 'node_modules', script),
      ...args,
      `--config=${buildConfigName(framework, contender)}`,
      ...(contender.args ?? []),
    ],
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: join(folder, 'tmp'),
      NO_COLOR: '1',
      SVC_URL: server.url,
      SVC_API_KEY: server.apiKey,
      SVC_PROJECT: `bench ${framework.name}`,
      SVC_EXECUTION_KEY: executionKey,
    },
    logPath,
  });
  await expectReported(framework, contender, { output, logPath, server, executionKey });
  const ends = (await readFile(join(output, LAST_TESTS), 'utf8')).trimEnd().split('\n').map(Number);
  if (contender.name.startsWith(OURS)) await sleep(SETTLE_MS);
  return { ...costs, afterLastTestMs: costs.endedAtMs - Math.max(...ends) };
}

/** Checks that every test has run and that the reporter reported each. */
async function expectReported(
  framework: Framework,
  { name, countReported }: Contender,
  {
    logPath,
    ...run
  }: { logPath: string; output: string; server: ServerProcess; executionKey: string },
): Promise<void> {
  const tests = countTests(framework);
  const log = await readFile(logPath, 'utf8');
  const who = `${framework.name} with the reporter '${name}'`;
  if (!log.includes(`${tests} passed`)) {
    throw new Error(`${who} printed no '${tests} passed':\n${log.slice(-2_000)}`);
  }
  if (countReported === undefined) return;
  const reported = await countReported(run).catch((cause: unknown) => {
    throw new Error(`${who} left no report:\n${log.slice(-2_000)}`, { cause });
  });
  if (reported !== tests) {
    throw new Error(`${who} reported ${reported} of ${tests} tests:\n${log.slice(-2_000)}`);
  }
}
