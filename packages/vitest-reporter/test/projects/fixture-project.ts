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

/**
 * A reporter with this name runs after ours. Prints `seen: <test> begins` or `seen: <test> ended`, and writes a
 * file `<test>.seen` when a test begins. By then our hook has been called too.
 */
export const LATER_REPORTER = './later-reporter.js';

/** The files of this reporter. */
export const LATER_REPORTER_FILES = {
  'later-reporter.js': `import { writeFileSync } from 'node:fs';
export default class {
  onTestCaseReady({ name }) {
    console.log('seen: ' + name + ' begins');
    writeFileSync(name + '.seen', '');
  }
  onTestCaseResult({ name }) { console.log('seen: ' + name + ' ended'); }
}
`,
};

/** Long enough that Vitest reports its end immediately: Vitest 3 and 4 may delay reports within 100 ms. */
export const ENDS_EARLY = `test('ends early', () => new Promise((resolve) => setTimeout(resolve, 250)));`;

const MANIFEST = JSON.stringify({ name: 'fixture', private: true, type: 'module' });
