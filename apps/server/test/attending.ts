import type { Attention, AttentionItem } from '@svc/contract/attention';
import type { IngestAnswer, IngestResult } from '@svc/contract/ingest';
import { makeApp, type TestApp } from './app.ts';
import { timeBefore } from './clock.ts';
import { type HistoryRow, type Letter, makeRun, uploadRow } from './history.ts';
import { ask, dataOf, makeUpload, settle, upload } from './make.ts';

type UploadFacts = NonNullable<Parameters<typeof makeUpload>[0]>;

/** The app, with what tests of attention do to it, in one project after the other. */
export interface AttendingApp extends TestApp {
  /** The project of the test that runs. */
  project: string;
  /** Calls the project another name, of which nothing is there. */
  startProject(): void;
  /** An execution of the project, on main, of a commit that tells its hour. */
  run(
    hoursAgo: number,
    tests: Record<string, Letter>,
    facts?: Partial<HistoryRow>,
  ): Promise<IngestAnswer>;
  /** The same with results that need more than a letter. */
  runResults(hoursAgo: number, results: IngestResult[], facts?: UploadFacts): Promise<IngestAnswer>;
  /** What the project has that needs a person. */
  items(query?: Record<string, string>): Promise<AttentionItem[]>;
  /** Kinds and titles of the same. */
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

/** Fails with an error that others of the same cause have too. */
export function makeFailure(title: string, cause: string): IngestResult {
  return makeRun(title, 'f', {
    attempts: [{ status: 'failed', durationMs: 30, errors: [{ message: `Error: ${cause}` }] }],
  });
}

/** A file that failed to load. */
export function makeBrokenFile(file: string) {
  return { file, durationMs: 1, errors: [{ message: 'cannot load' }] };
}
