import type { IngestBody } from '@svc/contract/ingest';
import type { Finished, RunSettings } from '@svc/reporter-core/test/run-command.ts';
import { API_KEY, startSink } from '@svc/reporter-core/test/sink-server.ts';
import { config, type FixtureProject, makeProject, type Version } from './fixture-project.ts';

export interface Sent {
  run: Finished;
  body: IngestBody;
}

export interface Case extends RunSettings {
  files: Record<string, string>;
}

/** Runs a project of these files against a server of its own, and gives what arrived. */
export async function send(version: Version, { files, ...settings }: Case): Promise<Sent> {
  await using sink = await startSink();
  using project = makeProject(version, { 'playwright.config.js': config(), ...files });
  const run = await runWith(project, sink.url, settings);
  const body = sink.uploads[0]?.body;
  if (body === undefined) throw new Error(`nothing arrived:\n${run.stdout}\n${run.stderr}`);
  return { run, body };
}

export function runWith(
  project: FixtureProject,
  url: string,
  { env = {}, ...settings }: RunSettings = {},
): Promise<Finished> {
  return project.run({ ...settings, env: { SVC_API_KEY: API_KEY, SVC_URL: url, ...env } });
}

/** `a › b: passed`, with why a test did not run where that is told. */
export function statuses({ results }: IngestBody): string[] {
  return results.map(({ titlePath, status, annotations = [] }) => {
    const reason = annotations.find(({ type }) => type === 'did-not-run')?.description;
    return `${titlePath.join(' › ')}: ${status}${reason === undefined ? '' : ` (${reason})`}`;
  });
}

/** A test file with these bodies by their titles. */
export function spec(tests: Record<string, string>): string {
  const lines = Object.entries(tests).map(
    ([title, body]) => `test(${JSON.stringify(title)}, async () => { ${body} });`,
  );
  return [`import { expect, test } from '@playwright/test';`, ...lines, ''].join('\n');
}
