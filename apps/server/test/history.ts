import type { IngestAnswer, IngestExecution, IngestResult } from '@svc/contract/executions/ingest';
import type { TestApp } from './app.ts';
import { makeUpload, upload } from './make.ts';

/** The outcome of a test: `.` passed, `f` failed, `t` timed out, `r` passed on retry, `s` skipped, `i` interrupted. */
export type Letter = '.' | 'f' | 't' | 'r' | 's' | 'i';

/** A result of the test with this title and the letter's outcome. */
export function makeRun(
  title: string,
  letter: Letter,
  facts: Partial<IngestResult> = {},
): IngestResult {
  const failed = {
    status: 'failed' as const,
    durationMs: 30,
    errors: [{ message: `Error: ${title} broke` }],
  };
  const passed = { status: 'passed' as const, durationMs: 10 };
  const base = { titlePath: [title], file: 'src/cart.test.ts', durationMs: 10 };
  const ways: Record<Letter, Partial<IngestResult>> = {
    '.': { status: 'passed' },
    f: { status: 'failed', durationMs: 30, attempts: [failed] },
    t: { status: 'timedOut', durationMs: 30, attempts: [{ ...failed, status: 'timedOut' }] },
    r: { status: 'passed', durationMs: 40, attempts: [failed, passed] },
    s: { status: 'skipped', durationMs: 0 },
    i: { status: 'interrupted' },
  };
  return { status: 'passed', ...base, ...ways[letter], ...facts };
}

/** An execution as a table row: the outcomes of tests by title, and where and when it ran. */
export interface HistoryRow {
  tests: Record<string, Letter>;
  at: string;
  project?: string;
  branch?: string;
  commit?: string;
  execution?: Partial<IngestExecution>;
}

/** Uploads one execution. */
export async function uploadRow(
  to: Pick<TestApp, 'app' | 'apiKey'>,
  { tests, at, project = 'shop', branch = 'main', commit, execution = {} }: HistoryRow,
): Promise<IngestAnswer> {
  const results = Object.entries(tests).map(([title, letter]) => makeRun(title, letter));
  const failed = results.some(({ status }) => status === 'failed' || status === 'timedOut');
  return upload(
    to,
    makeUpload({
      execution: {
        project,
        status: failed ? 'failed' : 'passed',
        startedAt: new Date(at).toISOString(),
        git: { branch, ...(commit === undefined ? {} : { commit }) },
        ...execution,
      },
      results,
    }),
  );
}

/**
 * Uploads one test's runs, one hour and one commit apart, the last at `end`. The branch is main by default. Returns the
 * executions in order.
 */
export async function uploadHistory(
  to: Pick<TestApp, 'app' | 'apiKey'>,
  letters: string,
  { title = 'adds up', end, ...facts }: { title?: string; end: Date } & Partial<HistoryRow>,
): Promise<IngestAnswer[]> {
  const answers: IngestAnswer[] = [];
  for (const [index, letter] of letters.split('').entries()) {
    const at = new Date(end.getTime() - (letters.length - 1 - index) * 3_600_000);
    const commit = at.getTime().toString(16).padStart(40, '0');
    const row = { at: at.toISOString(), commit, ...facts, tests: { [title]: letter as Letter } };
    answers.push(await uploadRow(to, row));
  }
  return answers;
}
