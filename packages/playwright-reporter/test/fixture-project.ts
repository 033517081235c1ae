import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FixtureFolder,
  makeFolder,
  packageFolder,
} from '@svc/reporter-core/test/projects/fixture-folder.ts';
import {
  type Finished,
  runCommand,
  type RunSettings,
} from '@svc/reporter-core/test/projects/run-command.ts';
import { fullyTested } from '@svc/reporter-core/test/projects/versions.ts';

export const VERSIONS = ['1.40', '1.52', '1.65'] as const;
export type Version = (typeof VERSIONS)[number];
/** The versions that run every case. */
export const FULL_VERSIONS = fullyTested<Version>(VERSIONS);

/** A project on disk with its own Playwright and the build of this reporter, as a user has it. */
export interface FixtureProject extends FixtureFolder {
  /** Runs `playwright` with these arguments; default: `test`. */
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
        // Workers have FORCE_COLOR. Node warns if both variables are set, in one chunk or two, so the output would
        // differ.
        env: { NO_COLOR: undefined, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
      }),
  };
}

/** A configuration with this reporter, a reporter that prints, and one worker. */
export function config(settings: Record<string, unknown> = {}): string {
  const reporter = [['line'], ['@svc/playwright-reporter']];
  return `module.exports = ${JSON.stringify({ reporter, workers: 1, ...settings })};\n`;
}

// Each worker loads Playwright, and Playwright starts a new one after each failed test.
const COMPILE_CACHE = join(tmpdir(), 'svc-compile-cache');

// Not of type module: Playwright 1.52 hangs on such projects with Node 24, with any reporter.
const MANIFEST = JSON.stringify({ name: 'fixture', private: true });
