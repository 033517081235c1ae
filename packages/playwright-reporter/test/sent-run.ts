import type { RunSettings } from '@svc/reporter-core/test/projects/run-command.ts';
import { sendRun, type SentRun } from '@svc/reporter-core/test/projects/sent-run.ts';
import { config, makeProject, type Version } from './fixture-project.ts';

export interface Case extends RunSettings {
  files: Record<string, string>;
}

/** Runs a project with these files against its own server, and returns what arrived. */
export async function send(version: Version, { files, ...settings }: Case): Promise<SentRun> {
  using project = makeProject(version, { 'playwright.config.js': config(), ...files });
  return await sendRun(project, settings);
}

/** A test file with these test bodies by title. */
export function spec(tests: Record<string, string>): string {
  const lines = Object.entries(tests).map(
    ([title, body]) => `test(${JSON.stringify(title)}, async () => { ${body} });`,
  );
  return [`import { expect, test } from '@playwright/test';`, ...lines, ''].join('\n');
}
