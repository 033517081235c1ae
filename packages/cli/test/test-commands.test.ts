import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildRunCommand, type FoundTest, type RunPurpose } from '@svc/analysis/plan/run-command';
import {
  makeFolder,
  packageFolder,
  type FixtureFolder,
} from '@svc/reporter-core/test/projects/fixture-folder.ts';
import { fullyTested } from '@svc/reporter-core/test/projects/versions.ts';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

const SUITE = 'cart (v2)';
const TITLE = `it's $5 [off] for a|b* \\ "all"`;
const FILE = 'app/[id]/page.test.js';

/** Tests whose titles begin or end like the one that is looked for. Each writes down that it ran. */
function testsOf(file: string, importing: string, options = ''): string {
  return `${importing}
const { appendFileSync } = process.getBuiltinModule('node:fs');
const ran = (title) => () => appendFileSync('ran.txt', ${JSON.stringify(file)} + ' ' + title + '\\n');
const [suite, title] = ${JSON.stringify([SUITE, TITLE])};
test(title, ran('top'));
describe(suite, () => {
  test(title, ${options} ran('it'));
  test(title + ' twice', ran('longer'));
  test('and ' + title, ran('other'));
  describe('all', () => test(title, ran('deeper')));
});
describe('big ' + suite, () => { test(title, ran('bigger')); });
`;
}

// A file whose name ends like it, and one that its name matches as a regular expression.
const FILES = [FILE, 'app/[id]/homepage.test.js', 'app/i/page.test.js'];

function filesWith(importing: string, options?: string): Record<string, string> {
  return Object.fromEntries(FILES.map((file) => [file, testsOf(file, importing, options)]));
}

interface Framework {
  name: string;
  /** The workspace package that has the framework installed, and the names of its versions there. */
  reporter: string;
  versions: readonly string[];
  bin: string;
  files: Record<string, string>;
  variant?: string;
}

const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'vitest',
    reporter: 'vitest-reporter',
    versions: ['vitest-3', 'vitest-4', 'vitest'],
    bin: 'vitest.mjs',
    files: {
      'package.json': '{"type":"module"}',
      'vitest.config.js': `export default { test: { projects: ['one', 'two two'].map((name) => ({ test: { name } })) } };`,
      ...filesWith(`import { describe, test } from 'vitest';`),
    },
    variant: 'two two',
  },
  {
    name: 'jest',
    reporter: 'jest-reporter',
    versions: ['jest-29', 'jest'],
    bin: 'bin/jest.js',
    files: {
      'package.json': '{}',
      'jest.config.js': `module.exports = { watchman: false, projects: ['one', 'two two'].map((displayName) => ({ displayName, rootDir: __dirname })) };`,
      ...filesWith(''),
    },
    variant: 'two two',
  },
  {
    name: 'playwright',
    reporter: 'playwright-reporter',
    versions: ['playwright-1.40', 'playwright-1.52', '@playwright/test'],
    bin: 'cli.js',
    files: {
      'package.json': '{}',
      'playwright.config.js': `module.exports = { testDir: 'app', projects: [{ name: 'one' }, { name: 'two two' }] };`,
      ...filesWith(`const { test } = require('@playwright/test'); const { describe } = test;`),
    },
    variant: 'two two',
  },
  {
    name: 'node:test',
    reporter: 'cli',
    versions: ['none'],
    bin: '',
    files: {
      'package.json': '{}',
      ...filesWith(`const { describe, test } = require('node:test');`),
    },
  },
];

const CASES = FRAMEWORKS.flatMap((framework) =>
  fullyTested(framework.versions).map((version) => ({ ...framework, version })),
);

describe.each(CASES)('the command of $name ($version)', (framework) => {
  it('runs exactly one test, once or often, and passes without it', async () => {
    using project = makeProject(framework);
    const test: FoundTest = {
      framework: framework.name,
      file: FILE,
      titlePath: [SUITE, TITLE],
      variant: framework.variant,
    };
    expect(await ranBy(project, test, 'once')).toEqual({ ran: [`${FILE} it`], failed: false });
    const often = await ranBy(project, test, 'repeatedly');
    expect(new Set(often.ran)).toEqual(new Set([`${FILE} it`]));
    expect(often).toMatchObject({ ran: { length: 2 }, failed: false });
    const gone = { ...test, file: 'app/gone/page.test.js' };
    expect(await ranBy(project, gone, 'bisecting')).toMatchObject({ ran: [] });
    const renamed = { ...test, titlePath: [SUITE, 'gone'] };
    expect(await ranBy(project, renamed, 'bisecting')).toEqual({ ran: [], failed: false });
    // Without its groups, every test of the file that ends so.
    const { ran } = await ranBy(project, { ...test, titlePath: [TITLE], isEnd: true }, 'once');
    expect(new Set(ran)).toEqual(
      new Set(['top', 'it', 'other', 'deeper', 'bigger'].map((title) => `${FILE} ${title}`)),
    );
  }, 240_000);
});

function makeProject({ name, reporter, version, bin, files }: Framework & { version: string }) {
  const root = join(import.meta.dirname, '../..', reporter);
  const packageName = name === 'playwright' ? '@playwright/test' : name;
  const place = bin === '' ? undefined : packageFolder(version, join(root, 'package.json'));
  const project = makeFolder(version.replaceAll(/\W/g, '-'), {
    files,
    packages: place === undefined ? {} : { [packageName]: place },
    reporter: join(import.meta.dirname, '../../vitest-reporter'),
  });
  if (place !== undefined) {
    mkdirSync(join(project.folder, 'node_modules/.bin'));
    symlinkSync(join(place, bin), join(project.folder, 'node_modules/.bin', name));
  }
  return project;
}

/** The tests that wrote down that they ran, and whether the command failed. */
async function ranBy(
  { folder }: FixtureFolder,
  test: FoundTest,
  purpose: RunPurpose,
): Promise<{ ran: string[]; failed: boolean }> {
  const place = join(folder, 'ran.txt');
  rmSync(place, { force: true });
  // Twice is enough to see that it repeats.
  const command =
    buildRunCommand(test, purpose)
      ?.replace('$(seq 20)', '1 2')
      .replace('--repeat-each=20', '--repeat-each=2') ?? 'false';
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const env = { PATH: path, HOME: folder, NO_COLOR: '1', CI: 'true' };
  const failed = await run('sh', ['-c', command], { cwd: folder, env }).then(
    () => false,
    () => true,
  );
  const ran = existsSync(place) ? readFileSync(place, 'utf8').trim().split('\n') : [];
  return { ran, failed };
}
