import type { SerializedError, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import type { IngestExecution, IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import type { Attachment } from '@svc/reporter-core/report/artifact';
import type { Which } from '@svc/reporter-core/report/wanted-results';
import { guard } from '@svc/reporter-core/report/guard';
import { type OutputChunk, UserOutput } from '@svc/reporter-core/output/user-output';
import { type Lines, readModuleLines } from '../results/module-lines.ts';
import { createPathConverter } from '@svc/reporter-core/facts/repository-root';
import { toDiskPath } from '../results/served-path.ts';
import { clock } from '@svc/reporter-core/clock';

interface RunBeginning {
  specifications: readonly TestSpecification[];
  isRerun: boolean;
  includeOutput: Which;
}

/** A test file in the sent form. */
export interface ModuleReport {
  file: IngestFile;
  results: IngestResult[];
  attachments: Attachment[];
}

/** The state of one run, collected by the hooks: references into Vitest's tree, and console output. */
export class RunRecord {
  readonly vitest: Vitest;
  readonly startedAt = clock.now();
  readonly output = new UserOutput();
  readonly plannedFiles: number;
  /** Pools by the id of the module's task. */
  readonly pools = new Map<string, string>();
  /** Modules with a line filter, as in `vitest src/a.test.ts:12`. */
  readonly narrowed = new Set<string>();
  /** Why Vitest stopped early. Undefined if it did not. */
  cancelReason: string | undefined;
  unhandledErrors: readonly SerializedError[] = [];
  /** Whether watch mode reran tests after a change. */
  readonly isRerun: boolean;
  /** Reports of modules that were translated before the run ended, by the id of the module's task. */
  readonly reports = new Map<string, ModuleReport>();
  /** Converts an absolute path to the sent form: POSIX, relative to the repository. */
  readonly sentPath: (path: string) => string;
  readonly #includeOutput: Which;
  #endedFiles = 0;
  /** Modules whose last output may still arrive. */
  #recentlyEnded: { module: TestModule; endedAt: number }[] = [];
  readonly #lines = new Map<string, Lines>();
  #modules = new Map<string, TestModule>();

  constructor(vitest: Vitest, { specifications, isRerun, includeOutput }: RunBeginning) {
    this.vitest = vitest;
    this.isRerun = isRerun;
    this.#includeOutput = includeOutput;
    const { root } = vitest.config;
    const fromRepository = createPathConverter(root);
    this.sentPath = (path) => fromRepository(toDiskPath(path, root));
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
      // Vitest removes earlier listeners when a run starts, so this is the first moment for a new one.
      this.vitest.onCancel((reason) => {
        this.cancelReason = reason;
      });
    }
    this.#modules.set(module.id, module);
  }

  addOutput(writer: string, chunk: OutputChunk): void {
    if (this.#includeOutput !== 'none') this.output.add(writer, chunk);
  }

  /**
   * Reads the module's source now, one file at a time. Reading all files at the end of the run would need more
   * memory.
   */
  endModule(module: TestModule): void {
    this.#endedFiles++;
    this.#lines.set(module.id, this.readLines(module));
    const hasOutput = this.#forgetOutput(module);
    this.#recentlyEnded.push({ module, endedAt: hasOutput ? clock.nowMs() : 0 });
  }

  /** Returns modules that have ended and whose output is complete. Returns each module once. */
  takeSettledModules(): TestModule[] {
    const until = clock.nowMs() - LATE_OUTPUT_MS;
    const settled = this.#recentlyEnded.filter(({ endedAt }) => endedAt <= until);
    this.#recentlyEnded = this.#recentlyEnded.filter(({ endedAt }) => endedAt > until);
    return settled.map(({ module }) => module).filter(hasNoPendingTest);
  }

  /** Share of the run that has not ended yet, 1 to 0. */
  get shareLeft(): number {
    return Math.max(0, 1 - this.#endedFiles / Math.max(1, this.plannedFiles));
  }

  /**
   * The lines of the module's tests. Not every version reports the end of a file that failed to load, so the lines
   * may be read here for the first time.
   */
  readLines(module: TestModule): Lines {
    const known = this.#lines.get(module.id);
    return (
      known ??
      guard(
        () => readModuleLines(module, this.startedAt),
        () => NO_LINES,
      )
    );
  }

  /**
   * Drops unwanted output to make room for output of failures, which may come late in the run. Returns whether some
   * of the module's output is wanted.
   */
  #forgetOutput(module: TestModule): boolean {
    if (this.#includeOutput !== 'failed') return this.#includeOutput === 'all';
    const tests = [...module.children.allTests()];
    const unwanted = tests.filter(hasPassedAtOnce);
    for (const { id } of unwanted) this.output.forget(id);
    // The file's output is wanted if the output of one of its tests is.
    const isUnwanted = module.state() === 'passed' && unwanted.length === tests.length;
    if (isUnwanted) this.output.forget(module.id);
    return !isUnwanted;
  }

  /** Takes the final list of modules. In Vitest 3, hooks are not called for files that fail to load. */
  end(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    this.#modules = new Map(modules.map((module) => [module.id, module]));
    this.unhandledErrors = unhandledErrors;
  }
}

const NO_LINES: Lines = new Map();
// Workers send console output in batches, separately from results.
const LATE_OUTPUT_MS = 1_000;

/** A worker that crashed leaves tests pending. Only the end of the run explains them. */
function hasNoPendingTest(module: TestModule): boolean {
  return [...module.children.allTests()].every((test) => test.result().state !== 'pending');
}

function hasPassedAtOnce(test: TestCase): boolean {
  const { retryCount = 0, repeatCount = 0 } = test.diagnostic() ?? {};
  return test.result().state === 'passed' && retryCount + repeatCount === 0;
}

/** The shard of Vitest's option `shard`. */
export function getOwnShard({ shard }: Pick<Vitest['config'], 'shard'>): IngestExecution['shard'] {
  return shard && { index: shard.index, total: shard.count };
}
