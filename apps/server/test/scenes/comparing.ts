import type { Comparison } from '@svc/contract/executions/compare';
import type { IngestFile } from '@svc/contract/executions/ingest';
import { makeApp, type TestApp } from '../app.ts';
import { timeBefore } from '../clock.ts';
import { ask, dataOf, makeUpload, upload, type Answer } from '../make.ts';

export type RunFacts = NonNullable<Parameters<typeof makeUpload>[0]> & { hoursAgo?: number };

type Asker = Pick<TestApp, 'app' | 'apiKey'>;

/** The app, with helpers for tests of comparisons, for one project after the other. */
export interface ComparingApp extends TestApp {
  /** The project of the running test. */
  project: string;
  /** Switches to a new, empty project. */
  startProject(): void;
  /** Uploads an execution of the project, by default on main and an hour ago; returns its id. */
  run(facts?: RunFacts): Promise<string>;
  compare(query: Record<string, string>, from?: Asker): Promise<Comparison>;
  askFor(query: Record<string, string>, from?: Asker): Promise<Answer>;
}

export async function makeComparingApp(): Promise<ComparingApp> {
  const server = await makeApp();
  let projects = 0;
  const askFor: ComparingApp['askFor'] = (query, from = server) =>
    ask(from, { url: `/api/compare?${new URLSearchParams(query).toString()}` });
  const comparing: ComparingApp = {
    ...server,
    project: '',
    startProject: () => {
      comparing.project = `project ${++projects}`;
    },
    run: async ({ hoursAgo = 1, execution, ...facts } = {}) => {
      const { project } = comparing;
      const told = {
        project,
        startedAt: timeBefore(hoursAgo),
        git: { branch: 'main' },
        ...execution,
      };
      const { executionId } = await upload(server, makeUpload({ execution: told, ...facts }));
      return executionId;
    },
    compare: async (query, from) => dataOf(await askFor(query, from)) as Comparison,
    askFor,
  };
  return comparing;
}

/** A file that failed to load. */
export function makeBrokenFile(file: string, variant?: string): IngestFile {
  return {
    file,
    durationMs: 5,
    errors: [{ message: `cannot load ${file}` }],
    ...(variant === undefined ? {} : { variant }),
  };
}

/** The lists that are not empty, each with its tests' titles. */
export function titlesOf({ performance, ...lists }: Comparison): Record<string, string[]> {
  const {
    base: _,
    head: __,
    baseChoice: ___,
    summary: ____,
    causes: _____,
    ...tests
  } = { ...lists, ...performance };
  return Object.fromEntries(
    Object.entries(tests)
      .filter(([, list]) => list.length > 0)
      .map(([name, list]) => [name, list.map(({ title }) => title)]),
  );
}
