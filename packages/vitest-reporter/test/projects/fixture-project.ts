import { join } from 'node:path';
import {
  type FixtureFolder,
  makeFolder,
  packageFolder,
} from '@svc/reporter-core/test/projects/fixture-folder.ts';
import {
  type Finished,
  nodeVersion,
  runCommand,
  type RunSettings,
} from '@svc/reporter-core/test/projects/run-command.ts';
import { fullyTested } from '@svc/reporter-core/test/projects/versions.ts';

export type Major = '3' | '4' | '5';
/** All supported majors, the newest last. Vitest 5 requires Node 22. */
export const MAJORS: readonly Major[] = nodeVersion().startsWith('20.')
  ? ['3', '4']
  : ['3', '4', '5'];
/** The majors that run every case. */
export const FULL_MAJORS = fullyTested(MAJORS);

/** A project on disk with its own Vitest and the build of this reporter, as a user has it. */
export interface FixtureProject extends FixtureFolder {
  run(settings?: RunSettings): Promise<Finished>;
}

/** Files by their path. */
export function makeProject(major: Major, files: Record<string, string>): FixtureProject {
  const vitest = packageFolder(major === '5' ? 'vitest' : `vitest-${major}`, import.meta.url);
  const folder = makeFolder(major, {
    files: { 'package.json': MANIFEST, ...files },
    packages: { vitest },
    reporter: join(import.meta.dirname, '../..'),
  });
  return {
    ...folder,
    run: ({ args = [], ...settings } = {}) =>
      runCommand(join(vitest, 'vitest.mjs'), folder.folder, {
        ...settings,
        args: ['run', ...args],
      }),
  };
}

/** A configuration with these reporters, in a plain and limited form. */
export function config(reporters: readonly unknown[], test: Record<string, unknown> = {}): string {
  const settings = { reporters, maxWorkers: 1, minWorkers: 1, ...test };
  return `export default { test: ${JSON.stringify(settings)} };\n`;
}

const MANIFEST = JSON.stringify({ name: 'fixture', private: true, type: 'module' });
