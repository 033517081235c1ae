import type {
  IngestBody,
  IngestExecution,
  IngestFile,
  IngestResult,
} from '@svc/contract/executions/ingest';
import { testId } from '@svc/contract/zod-free/test-identity';
import {
  ENVIRONMENTS,
  MESSAGES,
  NO_DATABASE,
  SHOP,
  SHOP_TESTS,
  TIME_OUT,
  WEB,
  WEB_TESTS,
} from './tables.ts';

type IngestAttempt = NonNullable<IngestResult['attempts']>[number];

/** One upload of the hand-made data set, with the name of its execution. */
export interface NamedUpload {
  name: string;
  body: IngestBody;
}

interface Test {
  title: string;
  file: string;
  variant?: string;
  durationMs: number;
}

/** All uploads of the hand-made data set, in the order of sending. */
export function handMadeUploads(): NamedUpload[] {
  const rows = [
    ...rowsOf(SHOP, { project: 'shop', framework: 'vitest', tests: SHOP_TESTS }),
    ...rowsOf(WEB, { project: 'web', framework: 'playwright', tests: WEB_TESTS }),
  ];
  const inTime = rows.filter(({ marks }) => !marks.includes('late'));
  const late = rows.filter(({ marks }) => marks.includes('late'));
  return [...inTime, ...late].flatMap((row) => {
    const upload = { name: row.name, body: bodyOf(row) };
    return row.marks.includes('twice') ? [upload, upload] : [upload];
  });
}

/** The id of a test of the data set, such as `adds` or `logs in/firefox`. */
export function idOf(name: string): string {
  const [title = '', variant] = name.split('/');
  const test: Test | undefined = [...SHOP_TESTS, ...WEB_TESTS].find(
    (one: Test) => one.title === title && (variant === undefined || one.variant === variant),
  );
  if (test === undefined) throw new Error(`no test is called ${name}`);
  const project = test.variant === undefined ? 'shop' : 'web';
  return testId({ project, variant: test.variant, file: test.file, titlePath: [title] });
}

interface Row {
  project: string;
  framework: string;
  name: string;
  at: string;
  branch: string;
  commit: string;
  environment: string;
  durationMs: number;
  cells: { test: Test; cell: string }[];
  marks: string[];
}

function rowsOf(
  table: string,
  { project, framework, tests }: { project: string; framework: string; tests: Test[] },
): Row[] {
  const [head = '', ...lines] = table.trim().split('\n');
  const columns = head.trim().split(/\s+/).length - FACTS - 1;
  return lines.map((line) => {
    const words = line.trim().split(/\s+/);
    const [name = '', at = '', branch = '', commit = '', environment = '', ms = ''] = words;
    const cells = words.slice(FACTS, FACTS + columns);
    // The last column of the second table has a letter for each of its tests.
    const all =
      cells.length < tests.length
        ? [...cells.slice(0, -1), ...(cells.at(-1) ?? '').split('')]
        : cells;
    return {
      project,
      framework,
      name,
      at,
      branch,
      commit,
      environment,
      durationMs: Number(ms),
      cells: tests.map((test, index) => ({ test, cell: all[index] ?? '' })),
      marks: words.slice(FACTS + columns),
    };
  });
}

/** Columns before the tests. */
const FACTS = 6;

function bodyOf(row: Row): IngestBody {
  const marked = (prefix: string) =>
    row.marks.find((mark) => mark.startsWith(prefix))?.slice(prefix.length);
  const [index, total] = (marked('shard:') ?? '').split('/').map(Number);
  const broken = marked('broken:');
  const execution: IngestExecution = {
    key: `${row.project} ${row.name}`,
    project: row.project,
    framework: row.framework,
    reporter: { name: `@svc/${row.framework}-reporter`, version: '0.1.0' },
    status: row.marks.includes('cut-off') ? 'interrupted' : 'passed',
    startedAt: row.at,
    durationMs: row.durationMs,
    git: {
      branch: row.branch,
      commit: row.commit,
      dirty: row.marks.includes('dirty'),
      ...(row.project === 'shop' && row.branch !== 'main' ? { baseBranch: 'main' } : {}),
    },
    environment: ENVIRONMENTS[row.environment] ?? {},
    ...(index !== undefined && total !== undefined ? { shard: { index, total } } : {}),
    ...(row.marks.includes('partial') ? { partial: ['filter'] } : {}),
  };
  const files: IngestFile[] =
    broken === undefined
      ? []
      : [{ file: broken, durationMs: 5, errors: [{ message: 'Error: Cannot find module' }] }];
  return {
    version: 1,
    idempotencyKey: `${row.project} ${row.name} ${index ?? ''}`,
    execution,
    files,
    results: row.cells
      .filter(({ cell }) => cell !== '.')
      .map(({ test, cell }) => resultOf(test, cell)),
  };
}

function resultOf(test: Test, cell: string): IngestResult {
  const letter = cell.slice(0, 1);
  const durationMs = cell.length > 1 ? Number(cell.slice(1)) : test.durationMs;
  const facts = {
    titlePath: [test.title],
    file: test.file,
    ...(test.variant === undefined ? {} : { variant: test.variant }),
  };
  const error = errorOf(test);
  const failed = (ms: number): IngestAttempt => ({
    status: 'failed',
    durationMs: ms,
    errors: [error],
  });
  switch (letter) {
    case 'P':
      return { ...facts, status: 'passed', durationMs };
    case 'F':
      return { ...facts, status: 'failed', durationMs, attempts: [failed(durationMs)] };
    case 'D':
      return {
        ...facts,
        status: 'failed',
        durationMs: WASTED_MS + durationMs,
        attempts: [failed(WASTED_MS), failed(durationMs)],
      };
    case 'K':
      return {
        ...facts,
        status: 'passed',
        durationMs: WASTED_MS + durationMs,
        attempts: [failed(WASTED_MS), { status: 'passed', durationMs }],
      };
    case 'C':
      return {
        ...facts,
        status: 'failed',
        durationMs,
        attempts: [{ status: 'failed', durationMs, errors: [NO_DATABASE_ERROR] }],
      };
    case 'T':
      return {
        ...facts,
        status: 'timedOut',
        durationMs: 5_000,
        attempts: [{ status: 'timedOut', durationMs: 5_000, errors: [{ message: TIME_OUT }] }],
      };
    case 'S':
      return { ...facts, status: 'skipped', durationMs: 0 };
    case 'I':
      return { ...facts, status: 'interrupted', durationMs: 3 };
    default:
      throw new Error(`no test ends ${cell}`);
  }
}

const WASTED_MS = 70;
const NO_DATABASE_ERROR = {
  message: NO_DATABASE,
  stack: `${NO_DATABASE}\n    at connect (src/database.ts:10:5)`,
};

function errorOf({ title, file }: Test) {
  const name = title.startsWith('page') ? 'page' : title;
  const message = MESSAGES[name] ?? '';
  return { message, stack: `${message}\n    at ${name.replace(' ', '')} (${file}:7:3)` };
}
