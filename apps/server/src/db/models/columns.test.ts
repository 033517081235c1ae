import { readdir, readFile } from 'node:fs/promises';
import type { ModelStatic } from 'sequelize';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDatabase } from '../../../test/test-database.ts';
import { openDatabase, type Database } from '../connections/database.ts';
import { ApiKey } from './api-key.ts';
import { AuditEntry } from './audit-entry.ts';
import { GateSettings } from './gate-settings.ts';
import { Organization } from './organization.ts';
import { Project } from './project.ts';
import { QuarantineEntry } from './quarantine-entry.ts';
import { QuotaSettings } from './quota-settings.ts';
import { RetentionSettings } from './retention-settings.ts';
import { Webhook } from './webhook.ts';

const MODELS = [
  ApiKey,
  AuditEntry,
  GateSettings,
  Organization,
  Project,
  QuarantineEntry,
  QuotaSettings,
  RetentionSettings,
  Webhook,
];

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await makeDatabase();
  database = openDatabase(made.databaseUrl, 2);
  drop = made.drop;
});
afterAll(async () => {
  await database.close();
  await drop();
});

interface Column {
  name: string;
  type: string;
  isNullable: boolean;
  isKey: boolean;
}

function declaredColumns(model: ModelStatic<never>): Column[] {
  const attributes: {
    field?: string;
    type: unknown;
    allowNull?: boolean;
    primaryKey?: boolean;
  }[] = Object.values(model.getAttributes());
  return attributes
    .map(({ field = '', type, allowNull, primaryKey }) => ({
      name: field,
      type: String(type).toLowerCase(),
      isNullable: allowNull !== false,
      isKey: primaryKey === true,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function storedColumns(table: string): Promise<Column[]> {
  return database.query<Column>(
    `SELECT attname AS name,
            format_type(atttypid, atttypmod) AS type,
            NOT attnotnull AS "isNullable",
            coalesce(attnum = ANY (indkey), false) AS "isKey"
     FROM pg_attribute
     LEFT JOIN pg_index ON indrelid = attrelid AND indisprimary
     WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped
     ORDER BY attname COLLATE "C"`,
    [table],
  );
}

it('tests the model of every file', async () => {
  const files = await readdir(import.meta.dirname);
  const texts = await Promise.all(
    files.map((file) => readFile(`${import.meta.dirname}/${file}`, 'utf8')),
  );
  const names = texts.flatMap(
    (text) => /^export class (\w+) extends Model\b/m.exec(text)?.[1] ?? [],
  );
  expect(MODELS.map(({ name }) => name)).toEqual(names.toSorted());
});

it('declares every column of its table as Postgres has it', async () => {
  for (const model of MODELS as ModelStatic<never>[]) {
    const { tableName } = model;
    const columns = declaredColumns(model);
    expect({ tableName, columns }).toEqual({ tableName, columns: await storedColumns(tableName) });
    expect(columns.filter(({ isKey }) => isKey).map(({ name }) => name)).toContain(
      'organization_id',
    );
  }
});

it('has no hooks, scopes or associations, which would run further statements', () => {
  for (const model of MODELS) {
    const { hooks, scopes, defaultScope, timestamps } = model.options;
    expect({ hooks, scopes, defaultScope, timestamps, associations: model.associations }).toEqual({
      hooks: {},
      scopes: {},
      defaultScope: {},
      timestamps: false,
      associations: {},
    });
  }
});
