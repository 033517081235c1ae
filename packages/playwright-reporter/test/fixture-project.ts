import { join } from 'node:path';
import {
  type FixtureFolder,
  makeFolder,
  packageFolder,
} from '@svc/reporter-core/test/fixture-folder.ts';
import {
  type Finished,
  runCommand,
  type RunSettings,
} from '@svc/reporter-core/test/run-command.ts';
import { fullyTested } from '@svc/reporter-core/test/versions.ts';

export const VERSIONS = ['1.40', '1.52', '1.65'] as const;
export type Version = (typeof VERSIONS)[number];
/** Those of them that run every case. */
export const FULL_VERSIONS = fullyTested<Version>(VERSIONS);

/** A project on disk with a Playwright of its own and this reporter's build, as a user would have it. */
export interface FixtureProject extends FixtureFolder {
  /** `playwright` with these arguments; default: `test`. */
  run(settings?: RunSettings): Promise<Finished>;
}

/** Files by their path. */
export function makeProject(version: Version, files: Record<string, string>): FixtureProject {
  const name = version === '1.65' ? '@playwright/test' : `playwright-${version}`;
  const playwright = packageFolder(name, import.meta.url);
  const folder = makeFolder(version, {
    files: { 'package.json': MANIFEST, ...files },
    packages: { '@playwright/test': playwright },
    reporter: join(import.meta.dirname, '..'),
  });
  return {
    ...folder,
    run: ({ args = ['test'], env, ...settings } = {}) =>
      runCommand(join(playwright, 'cli.js'), folder.folder, {
        ...settings,
        args,
        // Its workers have FORCE_COLOR, and Node warns of both at once, in one chunk or two: what is printed would differ.
        env: { NO_COLOR: undefined, ...env },
      }),
  };
}

/** A configuration with this reporter beside one that prints, and one worker. */
export function config(settings: Record<string, unknown> = {}): string {
  const reporter = [['line'], ['@svc/playwright-reporter']];
  return `module.exports = ${JSON.stringify({ reporter, workers: 1, ...settings })};\n`;
}

// Not of type module: with such projects Playwright 1.52 hangs on Node 24, whoever reports.
const MANIFEST = JSON.stringify({ name: 'fixture', private: true });
