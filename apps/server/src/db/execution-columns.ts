import type { ExecutionStatus } from '@svc/contract/executions/ingest';

interface Column<Value> {
  /** The cast that a statement selects, if not the plain column. */
  cast?: '::text' | '::float8';
  /** Needed only for the type. */
  value?: Value;
}

function column<Value>(cast?: Column<Value>['cast']): Column<Value> {
  return cast === undefined ? {} : { cast };
}

/** Stored by the upload that opens an execution; no other changes them. */
const OPENING = {
  id: column<string>(),
  projectId: column<string>(),
  key: column<string>(),
  week: column<string>('::text'),
  framework: column<string>(),
  reporter: column<{ name: string; version: string }>(),
  receivedAt: column<Date>(),
};

/** Stored after every upload. */
const UPDATED = {
  number: column<number>(),
  status: column<ExecutionStatus>(),
  startedAt: column<Date>(),
  endedAt: column<Date>(),
  updatedAt: column<Date>(),
  merged: column<boolean>(),
  passed: column<number>(),
  failed: column<number>(),
  timedOut: column<number>(),
  skipped: column<number>(),
  interrupted: column<number>(),
  flaky: column<number>(),
  countedDurationMs: column<number>('::float8'),
  /** Files that failed to load or to set up. */
  hasFileErrors: column<boolean>(),
  failedReported: column<boolean>(),
  /** A part reported that it was interrupted, regardless of the final status. */
  interruptedReported: column<boolean>(),
  shardsExpected: column<number>(),
  shardsReceived: column<number>(),
  shardsCarried: column<number>(),
  /** Results of carried parts. The counts above do not include them. */
  carriedPassed: column<number>(),
  carriedSkipped: column<number>(),
  carriedFlaky: column<number>(),
  previousAttemptId: column<string | null>(),
  carryAt: column<Date | null>(),
  legs: column<string[]>(),
  tags: column<string[]>(),
  partial: column<string[]>(),
  errorsOmitted: column<number>(),
  name: column<string | null>(),
  frameworkVersion: column<string | null>(),
  git: column<Record<string, unknown>>(),
  ci: column<Record<string, unknown>>(),
  environment: column<Record<string, string>>(),
};

/** Stored by others: Postgres derives them, or retention sets them. */
const OTHERS = {
  attempt: column<number>(),
  /** Its framework and name, or workflow: see the column. */
  suite: column<string>(),
  /** When retention deleted its results. */
  resultsExpiredAt: column<Date | null>(),
};

type RowOf<Columns extends Record<string, Column<unknown>>> = {
  [Field in keyof Columns]: Columns[Field] extends Column<infer Value> ? Value : never;
};

export type OpeningColumns = RowOf<typeof OPENING>;
export type UpdatedColumns = RowOf<typeof UPDATED>;
/** An execution as it is stored. */
export type StoredExecution = OpeningColumns & UpdatedColumns & RowOf<typeof OTHERS>;
export type UploadedExecution = OpeningColumns & UpdatedColumns;

const UPLOADED: Record<string, Column<unknown>> = { ...OPENING, ...UPDATED };

/** The columns that uploads store, by their fields. */
export const UPLOADED_COLUMNS: ReadonlyMap<keyof UploadedExecution, string> = new Map(
  Object.keys(UPLOADED).map((field) => [field as keyof UploadedExecution, columnOf(field)]),
);

/** The columns of a StoredExecution, for a SELECT from `executions`. */
export const STORED_COLUMNS = selected({ ...UPLOADED, ...OTHERS });

/** The columns that a statement selects for UpdatedColumns. */
export const UPDATED_COLUMNS = selected(UPDATED);

/**
 * The fields that are columns, by their columns, for a statement that stores them. Leaves out other fields and those
 * that are undefined. Objects become JSON.
 */
export function columnValues(row: Partial<UploadedExecution>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [field, name] of UPLOADED_COLUMNS) {
    const value = row[field];
    if (value !== undefined) values[name] = isJson(value) ? JSON.stringify(value) : value;
  }
  return values;
}

function isJson(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value)
  );
}

function selected(columns: Record<string, Column<unknown>>): string {
  return Object.entries(columns)
    .map(([field, { cast = '' }]) => `executions.${columnOf(field)}${cast} AS "${field}"`)
    .join(', ');
}

/** A field's column is its name in snake case. */
function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
