import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOutcome } from '../report/run-outcome.ts';

/** Facts about an ended run that `svc run` reads. The file of a run that has not ended is empty. */
export interface NotedRun {
  outcome: RunOutcome;
  /**
   * Possible causes of a failure of the framework besides its tests, which the reporter gets no result for: `a
   * threshold`.
   */
  unseenCauses: readonly string[];
}

/**
 * A file for `svc run` in the folder that it names in SVC_RUN_FOLDER. It begins empty, so that svc detects runs that do
 * not end. Does nothing without a folder. Leaves SVC_ON_UPLOAD to the user.
 */
export class RunNote {
  readonly #folder: string | undefined;
  readonly #name = `${randomUUID()}.json`;
  #unseenCauses: readonly string[];
  #outcome: RunOutcome | undefined;

  constructor(folder: string | undefined, unseenCauses: readonly string[] = []) {
    this.#folder = folder;
    this.#unseenCauses = unseenCauses;
  }

  begin(): void {
    this.#write('');
  }

  /** Adds a cause to a run that has ended. */
  addCause(cause: string): void {
    if (this.#unseenCauses.includes(cause)) return;
    this.#unseenCauses = [...this.#unseenCauses, cause];
    if (this.#outcome !== undefined) this.end(this.#outcome);
  }

  end(outcome: RunOutcome): void {
    this.#outcome = outcome;
    const noted: NotedRun = { outcome, unseenCauses: this.#unseenCauses };
    this.#write(`${JSON.stringify(noted)}\n`);
  }

  #write(text: string): void {
    if (this.#folder === undefined) return;
    try {
      writeFileSync(join(this.#folder, this.#name), text);
    } catch {
      // svc run then excuses nothing, because it misses the outcome of this run.
    }
  }
}
