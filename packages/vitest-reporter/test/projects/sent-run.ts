import type { RunSettings } from '@svc/reporter-core/test/projects/run-command.ts';
import { sendRun, type SentRun } from '@svc/reporter-core/test/projects/sent-run.ts';
import { config, type Major, makeProject } from './fixture-project.ts';

export interface Case extends RunSettings {
  files: Record<string, string>;
  /** Called with the folder before the run. */
  prepare?: (folder: string) => void;
}

/** Runs a project with these files against its own server, and returns what arrived. */
export async function send(major: Major, { files, prepare, ...settings }: Case): Promise<SentRun> {
  const byDefault = { 'vitest.config.js': config(['default', '@svc/vitest-reporter']) };
  using project = makeProject(major, { ...byDefault, ...files });
  prepare?.(project.folder);
  return await sendRun(project, settings);
}

/** A test file with passing tests of these titles. */
export function trivial(...titles: string[]): string {
  const lines = titles.map((title) => `test('${title}', () => {});`);
  return [`import { test } from 'vitest';`, ...lines, ''].join('\n');
}
