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

export const MAJORS = ['29', '30'] as const;
export type Major = (typeof MAJORS)[number];
/** The majors that run every case. */
export const FULL_MAJORS = fullyTested<Major>(MAJORS);

/** A project on disk with its own Jest and the build of this reporter, as a user has it. */
export interface FixtureProject extends FixtureFolder {
  run(settings?: RunSettings): Promise<Finished>;
}

/** Files by their path. */
export function makeProject(major: Major, files: Record<string, string>): FixtureProject {
  const jest = packageFolder(major === '30' ? 'jest' : `jest-${major}`, import.meta.url);
  const folder = makeFolder(`jest-${major}`, {
    files: { 'package.json': MANIFEST, ...files },
    packages: { jest },
    reporter: join(import.meta.dirname, '..'),
  });
  return {
    ...folder,
    run: ({ args = [], ...settings } = {}) =>
      runCommand(join(jest, 'bin', 'jest.js'), folder.folder, {
        ...settings,
        args: ['--ci', ...args],
      }),
  };
}

/** A configuration with these reporters, in a plain and limited form. */
export function config(reporters: readonly unknown[], more: Record<string, unknown> = {}): string {
  return `module.exports = ${JSON.stringify({ ...settings(reporters), ...more })};\n`;
}

/** The same for projects with an ES module as configuration. */
export function esmConfig(reporters: readonly unknown[]): string {
  return `export default ${JSON.stringify(settings(reporters))};\n`;
}

function settings(reporters: readonly unknown[]): object {
  return { reporters, watchman: false, cacheDirectory: '<rootDir>/node_modules/.cache/jest' };
}

/**
 * A reporter that runs after ours. Prints `seen: <test> begins`, `seen: <file> is through` and `seen: the end`, and
 * writes a file `<test>.seen` when a test begins. By then our hook has been called too.
 */
export const LATER_REPORTER = '<rootDir>/later-reporter.js';

/** The files of this reporter. */
export const LATER_REPORTER_FILES = {
  'later-reporter.js': `const { writeFileSync } = require('fs');
const { basename } = require('path');
const say = (text) => process.stdout.write('seen: ' + text + '\\n');
module.exports = class {
  onTestCaseStart(test, { title }) {
    say(title + ' begins');
    writeFileSync(title + '.seen', '');
  }
  onTestFileResult({ path }) { say(basename(path) + ' is through'); }
  onRunComplete() { say('the end'); }
};
`,
};

const MANIFEST = JSON.stringify({ name: 'fixture', private: true });
