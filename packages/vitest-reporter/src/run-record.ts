import type { SerializedError, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import type { Which } from '@svc/reporter-core/session/options';
import { guarded } from '@svc/reporter-core/session/guard';
import { type OutputChunk, UserOutput } from '@svc/reporter-core/output/user-output';
import { type Lines, moduleLines } from './module-lines.ts';

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
  readonly #includeOutput: Which;
  readonly #lines = new Map<string, Lines>();
  #modules = new Map<string, TestModule>();

  constructor(vitest: Vitest, { specifications, isRerun, includeOutput }: RunBeginning) {
    this.vitest = vitest;
    this.isRerun = isRerun;
    this.#includeOutput = includeOutput;
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
    this.#lines.set(module.id, this.linesOf(module));
    this.#forgetOutput(module);
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

  /** Makes room for the output of failures, which may come late in the run. */
  #forgetOutput(module: TestModule): void {
    if (this.#includeOutput === 'all') return;
    const tests = [...module.children.allTests()];
    const unwanted = tests.filter(hasPassedAtOnce);
    for (const { id } of unwanted) this.output.forget(id);
    // A file's output goes along with that of its tests.
    if (module.state() === 'passed' && unwanted.length === tests.length)
      this.output.forget(module.id);
  }

  /** The final list outranks what the hooks have seen: in Vitest 3 they leave out files that fail to load. */
  end(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    this.#modules = new Map(modules.map((module) => [module.id, module]));
    this.unhandledErrors = unhandledErrors;
  }
}

const NO_LINES: Lines = new Map();

function hasPassedAtOnce(test: TestCase): boolean {
  const { retryCount = 0, repeatCount = 0 } = test.diagnostic() ?? {};
  return test.result().state === 'passed' && retryCount + repeatCount === 0;
}
