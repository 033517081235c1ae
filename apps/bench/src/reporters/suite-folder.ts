import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  buildConfigName,
  CPU_TIME_FILE,
  LAST_TESTS,
  METERED_REPORTER,
  buildMeteredContender,
  OUR_REPORTER,
  OURS,
  OUTPUT,
  type Framework,
} from './framework.ts';

const OWN_PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));

export function isBuilt(packageName: string): boolean {
  return existsSync(join(OWN_PACKAGES, packageName, 'dist/index.js'));
}

/**
 * Runs `work` on a folder with the framework's suite: the same files every time, in their own git repository like the
 * tests of a user, with the packages of the bench.
 */
export async function withSuiteFolder<Answer>(
  framework: Framework,
  work: (folder: string) => Promise<Answer>,
): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), `svc-bench-${framework.name}-`));
  try {
    for (const [path, text] of Object.entries(buildSuiteFiles(framework))) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await linkPackages(folder);
    await installOurs(framework.ours.packageName, folder);
    commitAll(folder);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function buildSuiteFiles(framework: Framework): Record<string, string> {
  const { contenders } = framework;
  const metered = contenders.filter(({ name }) => name === OURS).map(buildMeteredContender);
  const configs = [...contenders, ...metered].map((contender) => [
    buildConfigName(framework, contender),
    `export default ${JSON.stringify(contender.config, null, 2)};\n`,
  ]);
  const tests = Array.from({ length: framework.files }, (_, part) => [
    `src/area-${part % 20}/part-${part}.test.js`,
    buildTestFile(framework, part),
  ]);
  return {
    'package.json': JSON.stringify({ name: 'suite', private: true }),
    '.gitignore': ['node_modules', OUTPUT, '.cache', 'tmp', 'run.log'].join('\n'),
    [OUR_REPORTER]: `export { default } from '${framework.ours.packageName}';\n`,
    [METERED_REPORTER]: buildMeteredReporterFile(framework.ours.packageName),
    ...Object.fromEntries(configs),
    ...Object.fromEntries(tests),
  };
}

const CPU_METER = new URL('cpu-meter.js', import.meta.url).href;

/** Source of a reporter file that also meters the loading of the reporter. */
function buildMeteredReporterFile(packageName: string): string {
  return `import { metered, meteredReporter } from '${CPU_METER}';
const { default: Reporter } = await metered(() => import('${packageName}'));
export default meteredReporter(Reporter, '${OUTPUT}/${CPU_TIME_FILE}');
`;
}

// Relative to the project's folder, in which the framework is started.
const NOTE_END = `
    appendFileSync('${OUTPUT}/${LAST_TESTS}', Date.now() + '\\n');`;

function buildTestFile({ syntax, testsPerFile }: Framework, part: number): string {
  const { head, describe, it } = syntax;
  const tests = Array.from(
    { length: testsPerFile },
    (_, index) => `  ${it}('adds ${index} to ${part}', () => {
    expect(${part} + ${index}).toBe(${part + index});${index === testsPerFile - 1 ? NOTE_END : ''}
  });`,
  );
  return [head, `${describe}('part ${part}', () => {`, ...tests, '});', ''].join('\n');
}

async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'));
  await mkdir(join(folder, 'tmp'));
  for (const name of await readdir(OWN_PACKAGES)) {
    if (name.startsWith('.') || name === '@svc') continue;
    await symlink(join(OWN_PACKAGES, name), join(folder, 'node_modules', name));
  }
}

/**
 * A copy, as an installation makes it. A linked package counts as the project's own code, which some frameworks
 * compile.
 */
async function installOurs(packageName: string, folder: string): Promise<void> {
  for (const part of ['package.json', 'dist']) {
    const place = join(folder, 'node_modules', packageName, part);
    await cp(join(OWN_PACKAGES, packageName, part), place, { recursive: true });
  }
}

function commitAll(folder: string): void {
  const author = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com'];
  const commands = [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '.'],
    [...author, 'commit', '--quiet', '--message=the suite'],
  ];
  for (const command of commands) execFileSync('git', command, { cwd: folder });
}
