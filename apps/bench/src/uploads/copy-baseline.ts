import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

const TABLES = ['texts', 'results', 'attempts'] as const;

/**
 * The seconds that COPY takes to write the rows of the newest `results` results (with their attempts and texts) into
 * the same tables again, including the commit. The rows are read beforehand, as text. They get a new organization, so
 * that no key collides, and are deleted afterwards.
 */
export async function copySameRows(databaseUrl: string, results: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const rows = await readRows(client, results);
    const startedAt = performance.now();
    await client.query('BEGIN');
    for (const table of TABLES) await write(client, table, rows[table]);
    await client.query('COMMIT');
    const seconds = (performance.now() - startedAt) / 1000;
    for (const table of TABLES) await clear(client, table);
    return seconds;
  } finally {
    await client.end();
  }
}

async function clear(client: pg.Client, table: string): Promise<void> {
  await client.query(`DELETE FROM ${table} WHERE organization_id = $1`, [OTHER_ORGANIZATION]);
  await client.query(`VACUUM ${table}`);
}

// An upload of a known suite creates no tests, so it writes many rows only into these tables.
type Rows = Record<(typeof TABLES)[number], Buffer>;

async function readRows(client: pg.Client, results: number): Promise<Rows> {
  await client.query(
    `CREATE TEMP TABLE copied AS
     SELECT organization_id, execution_id, id FROM results ORDER BY id DESC LIMIT ${results}`,
  );
  const rows = {
    results: await read(
      client,
      'results',
      'JOIN copied ON copied.id = results.id AND copied.execution_id = results.execution_id',
    ),
    attempts: await read(
      client,
      'attempts',
      'JOIN copied ON copied.id = attempts.result_id AND copied.execution_id = attempts.execution_id',
    ),
    texts: await read(
      client,
      'texts',
      'WHERE texts.id IN (SELECT errors_id FROM attempts JOIN copied ON copied.id = attempts.result_id AND copied.execution_id = attempts.execution_id)',
    ),
  };
  await client.query('DROP TABLE copied');
  return rows;
}

const OTHER_ORGANIZATION = '00000000-0000-7000-8000-000000000001';

async function read(client: pg.Client, table: string, which: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const stream = client.query(copyTo(`COPY (SELECT ${table}.* FROM ${table} ${which}) TO STDOUT`));
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  // organization_id is the first column of every table.
  return Buffer.from(
    Buffer.concat(chunks)
      .toString()
      .replaceAll(/^[^\t\n]+/gm, OTHER_ORGANIZATION),
  );
}

async function write(client: pg.Client, table: string, rows: Buffer): Promise<void> {
  if (rows.length === 0) return;
  await pipeline(Readable.from([rows]), client.query(copyFrom(`COPY ${table} FROM STDIN`)));
}
