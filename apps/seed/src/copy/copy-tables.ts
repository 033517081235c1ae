import {
  UPLOADED_COLUMNS,
  type AttemptRow,
  type FileRow,
  type PartIdentity,
  type ResultRow,
  type UploadedExecution,
} from '@svc/server/upload-rows';
import { copyValue, type CopyValue } from './copy-text.ts';

/** The columns that all rows of an upload share. Times are in a form that Postgres reads. */
export interface CopyPlace {
  organizationId: string;
  projectId: string;
  executionId: string;
  week: string;
  uploadId: string;
  receivedAt: string;
}

export interface CopyTable<Row> {
  name: string;
  columns: Record<string, (row: Row, place: CopyPlace) => CopyValue>;
  /** The table may contain some of the rows. They are copied into a temporary table first. */
  isStaged?: true;
}

interface ExecutionRow extends UploadedExecution {
  /** JSON. */
  errors: string;
}

const EXECUTIONS: CopyTable<ExecutionRow> = {
  name: 'executions',
  columns: {
    organization_id: (_, place) => place.organizationId,
    ...Object.fromEntries(
      [...UPLOADED_COLUMNS].map(([field, column]) => [
        column,
        (row: ExecutionRow) => copyValue(row[field]),
      ]),
    ),
    errors: (row) => row.errors,
    revision: () => 1,
  },
};

interface UploadRow extends PartIdentity {
  sameCode: string | null;
  passed: boolean;
}

const EXECUTION_UPLOADS: CopyTable<UploadRow> = {
  name: 'execution_uploads',
  columns: {
    organization_id: (_, place) => place.organizationId,
    execution_id: (_, place) => place.executionId,
    upload_id: (row) => row.uploadId,
    part_id: (row) => row.partId,
    group_id: (row) => row.groupId,
    same_code: (row) => row.sameCode,
    shard_index: (row) => row.index,
    shard_total: (row) => row.total,
    leg: (row) => row.leg,
    passed: (row) => row.passed,
    received_at: (_, place) => place.receivedAt,
  },
};

const TESTS: CopyTable<ResultRow> = {
  name: 'tests',
  isStaged: true,
  columns: {
    organization_id: (_, place) => place.organizationId,
    id: (row) => row.testId,
    project_id: (_, place) => place.projectId,
    variant: (row) => row.variant,
    file: (row) => row.file,
    title_path: (row) => row.titlePath,
    first_seen_at: (_, place) => place.receivedAt,
  },
};

const TEXTS: CopyTable<{ id: string; body: string }> = {
  name: 'texts',
  isStaged: true,
  columns: {
    organization_id: (_, place) => place.organizationId,
    id: (row) => row.id,
    week: (_, place) => place.week,
    body: (row) => row.body,
  },
};

const RESULTS: CopyTable<ResultRow> = {
  name: 'results',
  columns: {
    organization_id: (_, place) => place.organizationId,
    execution_id: (_, place) => place.executionId,
    id: (row) => row.id,
    test_id: (row) => row.testId,
    upload_id: (_, place) => place.uploadId,
    started_at: (row) => row.startedAt,
    week: (_, place) => place.week,
    duration_ms: (row) => row.durationMs,
    last_attempt_ms: (row) => row.lastAttemptMs,
    status: (row) => row.status,
    line: (row) => row.line,
    column: (row) => row.column,
    retries: (row) => row.retries,
    flaky: (row) => row.flaky,
    expected_failure: (row) => row.expectedFailure,
    tags: (row) => row.tags,
    annotations: (row) => row.annotations,
    owner: (row) => row.owner,
  },
};

const ATTEMPTS: CopyTable<AttemptRow & { resultId: string }> = {
  name: 'attempts',
  columns: {
    organization_id: (_, place) => place.organizationId,
    execution_id: (_, place) => place.executionId,
    result_id: (row) => row.resultId,
    index: (row) => row.index,
    week: (_, place) => place.week,
    status: (row) => row.status,
    duration_ms: (row) => row.durationMs,
    started_at: (row) => row.startedAt,
    errors_id: (row) => row.errorsId,
    steps_id: (row) => row.stepsId,
    stdout_id: (row) => row.stdoutId,
    stderr_id: (row) => row.stderrId,
  },
};

const EXECUTION_FILES: CopyTable<FileRow & { id: string }> = {
  name: 'execution_files',
  columns: {
    organization_id: (_, place) => place.organizationId,
    execution_id: (_, place) => place.executionId,
    id: (row) => row.id,
    upload_id: (_, place) => place.uploadId,
    week: (_, place) => place.week,
    file: (row) => row.file,
    variant: (row) => row.variant,
    duration_ms: (row) => row.durationMs,
    errors_id: (row) => row.errorsId,
    stdout_id: (row) => row.stdoutId,
    stderr_id: (row) => row.stderrId,
  },
};

/** All tables that are copied into, in the order that foreign keys require. A new column is one line here. */
export const COPY_TABLES = {
  executions: EXECUTIONS,
  executionUploads: EXECUTION_UPLOADS,
  tests: TESTS,
  texts: TEXTS,
  results: RESULTS,
  attempts: ATTEMPTS,
  executionFiles: EXECUTION_FILES,
} as const;
