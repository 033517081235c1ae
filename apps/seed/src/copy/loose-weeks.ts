import { partitionBounds, toPartitionName, PARTITIONED_TABLES } from '@svc/server/operations';
import type pg from 'pg';

/**
 * Creates partitions for weeks that have none. They have no index until they are attached. Copying without indexes and
 * building them at the end takes a third of the time of maintaining indexes row by row.
 */
export class LooseWeeks {
  readonly #client: pg.Client;
  readonly #weeks = new Set<string>();

  constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Creates the tables of a week in this transaction, unless the week has partitions. */
  async prepare(week: string): Promise<void> {
    const { rows } = await this.#client.query<{ exists: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS exists',
      [toPartitionName(PARTITIONED_TABLES[0], week)],
    );
    if (rows[0]?.exists === true) return;
    for (const table of PARTITIONED_TABLES) {
      await this.#client.query(
        `CREATE TABLE ${toPartitionName(table, week)} (LIKE ${table} INCLUDING DEFAULTS INCLUDING GENERATED)`,
      );
    }
    this.#weeks.add(week);
  }

  /** The table into which rows of this table and week are copied. `isLoose` if it cannot contain rows yet. */
  chooseTarget(table: string, week: string): { name: string; isLoose: boolean } {
    const isLoose = this.#weeks.has(week) && PARTITIONED_TABLES.some((name) => name === table);
    return { name: isLoose ? toPartitionName(table, week) : table, isLoose };
  }

  async attach(): Promise<void> {
    await this.#client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
    for (const week of this.#weeks) {
      for (const table of PARTITIONED_TABLES) {
        await this.#client.query(
          `ALTER TABLE ${table} ATTACH PARTITION ${toPartitionName(table, week)} ${partitionBounds(week)}`,
        );
      }
    }
  }
}
