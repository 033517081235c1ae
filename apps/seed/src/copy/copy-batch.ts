import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { COPY_TABLES, type CopyPlace, type CopyTable } from './copy-tables.ts';
import type { LooseWeeks } from './loose-weeks.ts';
import { copyLines, type CopyValue } from './copy-text.ts';

type TableName = keyof typeof COPY_TABLES;
type RowOf<Name extends TableName> =
  (typeof COPY_TABLES)[Name] extends CopyTable<infer Row> ? Row : never;

const TABLE_NAMES = Object.keys(COPY_TABLES) as TableName[];

/** Collects the rows of a week for all tables, in the format of COPY, and writes them together. */
export class CopyBatch {
  readonly week: string;
  readonly #lines = new Map<TableName, Buffer[]>();
  #length = 0;

  constructor(week: string) {
    this.week = week;
  }

  /** The size of the collected rows in bytes. */
  get length(): number {
    return this.#length;
  }

  add<Name extends TableName>(name: Name, rows: readonly RowOf<Name>[], place: CopyPlace): void {
    if (rows.length === 0) return;
    const columns = Object.values(COPY_TABLES[name].columns) as ((
      row: RowOf<Name>,
      place: CopyPlace,
    ) => CopyValue)[];
    // The lines are bytes, because V8 would keep the thousands of pieces of a concatenated string.
    const lines = Buffer.from(copyLines(columns, rows, place));
    this.#length += lines.length;
    const known = this.#lines.get(name);
    if (known === undefined) this.#lines.set(name, [lines]);
    else known.push(lines);
  }

  /** Writes all rows in the client's transaction. */
  async write(client: pg.Client, weeks: LooseWeeks): Promise<void> {
    for (const key of TABLE_NAMES) {
      const lines = this.#lines.get(key);
      if (lines === undefined) continue;
      const { name, columns, isStaged } = COPY_TABLES[key] as CopyTable<never>;
      const list = Object.keys(columns)
        .map((column) => `"${column}"`)
        .join(', ');
      const target = weeks.chooseTarget(name, this.week);
      if (isStaged !== true || target.isLoose) {
        await writeLines(client, `${target.name} (${list})`, lines);
        continue;
      }
      await writeLines(client, `staged_${name} (${list})`, lines);
      await client.query(
        `INSERT INTO ${name} (${list}) SELECT ${list} FROM staged_${name} ON CONFLICT DO NOTHING`,
      );
      await client.query(`TRUNCATE staged_${name}`);
    }
  }
}

async function writeLines(client: pg.Client, target: string, lines: Buffer[]): Promise<void> {
  await pipeline(
    Readable.from(lines, { objectMode: false }),
    client.query(copyFrom(`COPY ${target} FROM STDIN`)),
  );
}
