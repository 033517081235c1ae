import type { TransactionScope } from '../../db/scope.ts';
import { unpackNumbers, type PackedRun } from '../../history/packed-runs.ts';
import {
  listExecutionsById,
  listExecutionsByNumber,
  type NumberedExecution,
} from './numbered-executions.queries.ts';

/** A cache of the executions of the judged runs; each is read once. */
export class KnownExecutions {
  readonly #scope: TransactionScope;
  readonly #byId = new Map<string, NumberedExecution>();
  readonly #byNumber = new Map<string, Map<number, NumberedExecution>>();

  constructor(scope: TransactionScope, executions: readonly NumberedExecution[]) {
    this.#scope = scope;
    this.#add(executions);
  }

  async readIds(executionIds: readonly string[]): Promise<void> {
    const missing = [...new Set(executionIds)].filter((id) => !this.#byId.has(id));
    if (missing.length > 0) this.#add(await listExecutionsById(this.#scope, missing));
  }

  /** Reads the executions of the runs in these states. */
  async readNumbers(
    states: readonly { readonly projectId: string; readonly runs: Buffer }[],
  ): Promise<void> {
    const missing = new Map<string, Set<number>>();
    for (const { projectId, runs } of states) {
      const known = this.#byNumber.get(projectId);
      const numbers = missing.get(projectId) ?? new Set();
      missing.set(projectId, numbers);
      // Tests ran in the same executions, so few numbers are new.
      for (const number of unpackNumbers(runs))
        if (known?.has(number) !== true) numbers.add(number);
    }
    for (const [projectId, numbers] of missing) {
      if (numbers.size === 0) continue;
      this.#add(await listExecutionsByNumber(this.#scope, { projectId, numbers: [...numbers] }));
    }
  }

  findKnown(executionId: string): NumberedExecution | undefined {
    return this.#byId.get(executionId);
  }

  /** Joins the runs with their executions; drops runs whose execution is deleted. */
  place(
    projectId: string,
    runs: readonly PackedRun[],
  ): { run: PackedRun; execution: NumberedExecution }[] {
    const executions = this.#byNumber.get(projectId);
    const placed: { run: PackedRun; execution: NumberedExecution }[] = [];
    for (const run of runs) {
      const execution = executions?.get(run.number);
      if (execution !== undefined) placed.push({ run, execution });
    }
    return placed;
  }

  #add(executions: readonly NumberedExecution[]): void {
    for (const execution of executions) {
      this.#byId.set(execution.executionId, execution);
      const numbers = this.#byNumber.get(execution.projectId) ?? new Map();
      numbers.set(execution.number, execution);
      this.#byNumber.set(execution.projectId, numbers);
    }
  }
}
