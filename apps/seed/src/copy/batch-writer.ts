import type pg from 'pg';
import { CopyBatch } from './copy-batch.ts';
import { COPY_TABLES, type CopyTable } from './copy-tables.ts';
import { LooseWeeks } from './loose-weeks.ts';

// Large enough to make the overhead of a COPY negligible, and small compared with the memory of any machine.
const BATCH_LENGTH = 16 * 1024 * 1024;

/** Writes one batch after the other. The next batch is made during the write. */
export class BatchWriter {
  readonly #client: pg.Client;
  readonly #weeks: LooseWeeks;
  #batch: CopyBatch | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(client: pg.Client) {
    this.#client = client;
    this.#weeks = new LooseWeeks(client);
  }

  get week(): string | null {
    return this.#batch?.week ?? null;
  }

  /** The batch for the next rows of this week. Weeks come in the order of time. */
  async prepareBatch(week: string): Promise<CopyBatch> {
    const batch = this.#batch;
    if (batch?.week === week && batch.length < BATCH_LENGTH) return batch;
    await this.#writing;
    if (batch?.week !== week) await this.#weeks.prepare(week);
    if (batch !== null) {
      this.#writing = batch.write(this.#client, this.#weeks);
      // The next wait for this promise gets the error. Until then it must not count as an unhandled rejection.
      this.#writing.catch(() => {});
    }
    this.#batch = new CopyBatch(week);
    return this.#batch;
  }

  async end(): Promise<void> {
    await this.#writing;
    await this.#batch?.write(this.#client, this.#weeks);
    await this.#weeks.attach();
  }
}

/** Creates the temporary tables of this transaction. */
export async function makeStages(client: pg.Client): Promise<void> {
  for (const { name, isStaged } of Object.values(COPY_TABLES) as CopyTable<never>[]) {
    if (isStaged)
      await client.query(`CREATE TEMP TABLE staged_${name} (LIKE ${name}) ON COMMIT DROP`);
  }
}
