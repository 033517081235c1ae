import type { IngestBody } from '@svc/contract/executions/ingest';
import type { Finished, RunSettings } from './run-command.ts';
import { API_KEY, startSink, type Upload } from '../servers/sink-server.ts';

/** A user's project that can be run. */
export interface Project {
  folder: string;
  run(settings?: RunSettings): Promise<Finished>;
}

export interface SentRun {
  run: Finished;
  body: IngestBody;
}

/** Runs a project against its own server, and returns the received bodies. */
export async function sendRun(project: Project, settings: RunSettings = {}): Promise<SentRun> {
  await using sink = await startSink();
  const run = await runWith(project, sink.url, settings);
  return { run, body: wholeBody(sink.uploads, run) };
}

/**
 * The body of a whole run. A run of more than a hundred tests arrives in several requests, and the last one has the
 * status of the run.
 */
export function wholeBody(uploads: readonly Upload[], run: Finished): IngestBody {
  const bodies = uploads.map((upload) => upload.body);
  const last = bodies.at(-1);
  if (last === undefined) throw new Error(`nothing arrived:\n${run.stdout}\n${run.stderr}`);
  return {
    ...last,
    files: bodies.flatMap(({ files = [] }) => files),
    results: bodies.flatMap(({ results }) => results),
  };
}

/** Runs a project with a key for the server at `url`. */
export function runWith(
  project: Project,
  url: string,
  { env = {}, ...settings }: RunSettings = {},
): Promise<Finished> {
  return project.run({ ...settings, env: { SVC_API_KEY: API_KEY, SVC_URL: url, ...env } });
}

/** `a › b: passed`, with the reason why a test did not run, if there is one. */
export function statuses({ results }: IngestBody): string[] {
  return results.map(({ titlePath, status, annotations = [] }) => {
    const reason = annotations.find(({ type }) => type === 'did-not-run')?.description;
    return `${titlePath.join(' › ')}: ${status}${reason === undefined ? '' : ` (${reason})`}`;
  });
}
