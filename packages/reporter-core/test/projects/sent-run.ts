import type { IngestBody } from '@svc/contract/executions/ingest';
import type { Finished, RunSettings } from './run-command.ts';
import { API_KEY, startSink } from '../servers/sink-server.ts';

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
  // A run of more than a hundred tests arrives in several requests. The last one has the status of the run.
  const bodies = sink.uploads.map((upload) => upload.body);
  const last = bodies.at(-1);
  const body = last && {
    ...last,
    files: bodies.flatMap(({ files = [] }) => files),
    results: bodies.flatMap(({ results }) => results),
  };
  if (body === undefined) throw new Error(`nothing arrived:\n${run.stdout}\n${run.stderr}`);
  return { run, body };
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
