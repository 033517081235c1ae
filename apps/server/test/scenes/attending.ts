import type { Attention, AttentionItem } from '@svc/contract/history/attention';
import type { IngestAnswer, IngestResult } from '@svc/contract/executions/ingest';
import { makeApp, type TestApp } from '../app.ts';
import { timeBefore } from '../clock.ts';
import { type HistoryRow, type Letter, makeRun, uploadRow } from '../history.ts';
import { ask, dataOf, makeUpload, settle, upload } from '../make.ts';

type UploadFacts = NonNullable<Parameters<typeof makeUpload>[0]>;

/** The app, with helpers for tests of attention, for one project after the other. */
export interface AttendingApp extends TestApp {
  /** The project of the running test. */
  project: string;
  /** Switches to a new, empty project. */
  startProject(): void;
  /** Uploads an execution of the project on main, whose commit contains its hour. */
  run(
    hoursAgo: number,
    tests: Record<string, Letter>,
    facts?: Partial<HistoryRow>,
  ): Promise<IngestAnswer>;
  /** The same for results that a letter cannot describe. */
  runResults(hoursAgo: number, results: IngestResult[], facts?: UploadFacts): Promise<IngestAnswer>;
  /** The project's attention items. */
  items(query?: Record<string, string>): Promise<AttentionItem[]>;
  /** Their kinds and titles. */
  titles(): Promise<string[]>;
}

export async function makeAttendingApp(): Promise<AttendingApp> {
  const server = await makeApp();
  let projects = 0;
  const attending: AttendingApp = {
    ...server,
    project: '',
    startProject: () => {
      attending.project = `project ${++projects}`;
    },
    run: (hoursAgo, tests, facts = {}) => {
      const { project } = attending;
      const at = timeBefore(hoursAgo);
      return uploadRow(server, { tests, at, project, commit: commitOf(hoursAgo), ...facts });
    },
    runResults: (hoursAgo, results, { execution = {}, ...facts } = {}) => {
      const { project } = attending;
      const git = { branch: 'main', commit: commitOf(hoursAgo) };
      const told = { project, startedAt: timeBefore(hoursAgo), git, ...execution };
      return upload(server, makeUpload({ execution: told, results, ...facts }));
    },
    items: async (query = { project: attending.project }) => {
      await settle(server);
      const url = `/api/attention?${new URLSearchParams(query).toString()}`;
      return (dataOf(await ask(server, { url })) as Attention).items;
    },
    titles: async () => (await attending.items()).map(({ kind, title }) => `${kind}: ${title}`),
  };
  return attending;
}

/** The commit of an execution by its hour. */
export function commitOf(hoursAgo: number): string {
  return String(hoursAgo).padStart(40, 'c');
}

/** A failure whose error depends only on the cause. */
export function makeFailure(title: string, cause: string): IngestResult {
  return makeRun(title, 'f', {
    attempts: [{ status: 'failed', durationMs: 30, errors: [{ message: `Error: ${cause}` }] }],
  });
}

/** A file that failed to load. */
export function makeBrokenFile(file: string) {
  return { file, durationMs: 1, errors: [{ message: 'cannot load' }] };
}
