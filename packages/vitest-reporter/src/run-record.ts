import type { SerializedError, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import type { Which } from '@svc/reporter-core/session/options';
import { guarded } from '@svc/reporter-core/session/guard';
import { type OutputChunk, UserOutput } from '@svc/reporter-core/output/user-output';
import { type Lines, moduleLines } from './module-lines.ts';
import type { ModuleReport } from './module-report.ts';
import { pathsFrom } from '@svc/reporter-core/facts/repository-root';
import { servedPath } from './served-path.ts';

interface RunBeginning {
  specifications: readonly TestSpecification[];
  isRerun: boolean;
  includeOutput: Which;
}

/** What the hooks of one run leave behind: references into Vitest's tree and console output. */
export class RunRecord {
  readonly vitest: Vitest;
  readonly startedAt = new Date();
  readonly output = new UserOutput();
  readonly plannedFiles: number;
  /** By the id of the module's task. */
  readonly pools = new Map<string, string>();
  /** Modules of which only some lines were asked for, as in `vitest src/a.test.ts:12`. */
  readonly narrowed = new Set<string>();
  /** Why Vitest stopped before the end, if it did. */
  cancelReason: string | undefined;
  unhandledErrors: readonly SerializedError[] = [];
  /** Whether watch mode ran again what a change has touched. */
  readonly isRerun: boolean;
  /** Reports of modules that were translated before the run ended, by the id of the module's task. */
  readonly reports = new Map<string, ModuleReport>();
  /** Absolute to as it is sent: POSIX, relative to the repository. */
  readonly sentPath: (path: string) => string;
  readonly #includeOutput: Which;
  #endedFiles = 0;
  /** Modules whose last output may still come. */
  #recentlyEnded: { module: TestModule; endedAt: number }[] = [];
  readonly #lines = new Map<string, Lines>();
  #modules = new Map<string, TestModule>();

  constructor(vitest: Vitest, { specifications, isRerun, includeOutput }: RunBeginning) {
    this.vitest = vitest;
    this.isRerun = isRerun;
    this.#includeOutput = includeOutput;
    const { root } = vitest.config;
    const fromRepository = pathsFrom(root);
    this.sentPath = (path) => fromRepository(servedPath(path, root));
    this.plannedFiles = specifications.length;
    for (const { taskId, pool, testLines } of specifications) {
      this.pools.set(taskId, pool);
      if (testLines !== undefined && testLines.length > 0) this.narrowed.add(taskId);
    }
  }

  get modules(): readonly TestModule[] {
    return [...this.#modules.values()];
  }

  addModule(module: TestModule): void {
    if (this.#modules.size === 0) {
      // Vitest forgets the listeners of before when a run starts, so this is the first moment that holds.
      this.vitest.onCancel((reason) => {
        this.cancelReason = reason;
      });
    }
    this.#modules.set(module.id, module);
  }

  addOutput(writer: string, chunk: OutputChunk): void {
    if (this.#includeOutput !== 'none') this.output.add(writer, chunk);
  }

  /** Reads the module's source now, file by file, since all at once takes memory at the end of the run. */
  endModule(module: TestModule): void {
    this.#endedFiles++;
    this.#lines.set(module.id, this.linesOf(module));
    const hasOutput = this.#forgetOutput(module);
    this.#recentlyEnded.push({ module, endedAt: hasOutput ? Date.now() : 0 });
  }

  /** Returns modules that have ended and whose output is complete. Returns each module once. */
  settledModules(): TestModule[] {
    const until = Date.now() - LATE_OUTPUT_MS;
    const settled = this.#recentlyEnded.filter(({ endedAt }) => endedAt <= until);
    this.#recentlyEnded = this.#recentlyEnded.filter(({ endedAt }) => endedAt > until);
    return settled.map(({ module }) => module).filter(hasNoPendingTest);
  }

  /** How much of the run is still to come, from 1 to 0. */
  get shareLeft(): number {
    return Math.max(0, 1 - this.#endedFiles / Math.max(1, this.plannedFiles));
  }

  /** Of the module's tests. Not every version tells of the end of a file that did not load. */
  linesOf(module: TestModule): Lines {
    const known = this.#lines.get(module.id);
    return (
      known ??
      guarded(
        () => moduleLines(module, this.startedAt),
        () => NO_LINES,
      )
    );
  }

  /** Makes room for the output of failures, which may come late in the run. Says whether some of the module's is wanted. */
  #forgetOutput(module: TestModule): boolean {
    if (this.#includeOutput !== 'failed') return this.#includeOutput === 'all';
    const tests = [...module.children.allTests()];
    const unwanted = tests.filter(hasPassedAtOnce);
    for (const { id } of unwanted) this.output.forget(id);
    // A file's output goes along with that of its tests.
    const isUnwanted = module.state() === 'passed' && unwanted.length === tests.length;
    if (isUnwanted) this.output.forget(module.id);
    return !isUnwanted;
  }

  /** The final list outranks what the hooks have seen: in Vitest 3 they leave out files that fail to load. */
  end(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    this.#modules = new Map(modules.map((module) => [module.id, module]));
    this.unhandledErrors = unhandledErrors;
  }
}

const NO_LINES: Lines = new Map();
// Workers send console output in batches, separately from results.
const LATE_OUTPUT_MS = 1_000;

/** A worker that died leaves tests pending whose end the run's own end explains. */
function hasNoPendingTest(module: TestModule): boolean {
  return [...module.children.allTests()].every((test) => test.result().state !== 'pending');
}

function hasPassedAtOnce(test: TestCase): boolean {
  const { retryCount = 0, repeatCount = 0 } = test.diagnostic() ?? {};
  return test.result().state === 'passed' && retryCount + repeatCount === 0;
}
