import { describe, expect, it } from 'vitest';
import { LOG_CHARACTERS } from './log-lines.ts';
import { readLog } from './read-log.ts';

const GITHUB = `2026-11-02T10:00:00.1234567Z ##[group]Run actions/checkout@v5
2026-11-02T10:00:01.0000000Z Syncing repository
2026-11-02T10:00:01.0000000Z ##[endgroup]
2026-11-02T10:00:02.0000000Z ##[group]Run npm test
2026-11-02T10:00:03.0000000Z \u001b[31mFAIL\u001b[39m src/cart.test.ts
2026-11-02T10:00:03.5000000Z AssertionError: expected 90 to be 100
2026-11-02T10:00:04.0000000Z Tests  1 failed | 40 passed (41)
2026-11-02T10:00:05.0000000Z ##[error]Process completed with exit code 1.
2026-11-02T10:00:06.0000000Z ##[group]Run upload
2026-11-02T10:00:07.0000000Z error: nothing to upload`;

const GITLAB = `section_start:1700000000:prepare_script\r\u001b[0KPreparing environment
section_end:1700000001:prepare_script\r\u001b[0K
section_start:1700000002:step_script\r\u001b[0KExecuting
npm ERR! code ENOTFOUND
npm ERR! network request to https://registry.example failed
section_end:1700000009:step_script\r\u001b[0K
ERROR: Job failed: exit code 1`;

describe('the failing step and the first real error', () => {
  it('are found in a log of GitHub Actions', () => {
    const log = readLog(GITHUB);
    expect(log).toMatchObject({
      step: 'npm test',
      firstError: { line: 6, text: 'AssertionError: expected 90 to be 100' },
      isSetUp: false,
    });
    expect(log.excerpt).toContain('FAIL src/cart.test.ts');
    expect(log.excerpt).not.toContain('2026-11-02T');
    expect(log.excerpt).not.toContain('\u001b');
  });

  it('are found in a log of GitLab', () => {
    expect(readLog(GITLAB)).toMatchObject({
      step: 'step_script',
      firstError: { line: 4, text: 'npm ERR! code ENOTFOUND' },
    });
  });

  it('are found in a plain log', () => {
    const log = readLog(
      'all good\n0 errors so far\nFATAL: the database system is shutting down\nbye',
    );
    expect(log).toMatchObject({ step: null, firstError: { line: 3 } });
  });

  it('are set-up when no test ran in a step that installs', () => {
    const log = GITHUB.replace('Run npm test', 'Run npm ci')
      .replace(/.*Tests .*\n/, '')
      .replace(/AssertionError: .*/, 'npm ERR! code E403');
    expect(readLog(log)).toMatchObject({ step: 'npm ci', isSetUp: true });
  });

  it('are null in a log without any', () => {
    expect(readLog('')).toMatchObject({ step: null, firstError: null, isSetUp: false });
  });
});

const STAMP = '2026-11-02T10:00:00.0000000Z ';

/** The log of a job of GitHub Actions: steps by their command, each with its lines. */
function githubLog(steps: Record<string, readonly string[]>): string {
  return Object.entries(steps)
    .flatMap(([command, lines]) => [`##[group]Run ${command}`, '##[endgroup]', ...lines])
    .map((line) => STAMP + line)
    .join('\n');
}

/** A section of a log of GitLab. */
function section(name: string, ...lines: readonly string[]): string {
  return [
    `section_start:1700000000:${name}\r\u001b[0K`,
    ...lines,
    `section_end:1700000001:${name}`,
  ].join('\n');
}

const EXIT = '##[error]Process completed with exit code 1.';

describe('a step', () => {
  it.each([
    'npm ci',
    'yarn install --immutable',
    'yarn',
    'actions/checkout@v5',
    'pnpm/action-setup@v4',
    'pip install -r requirements.txt',
    'sudo apt-get install -y libpq-dev',
    'npx playwright install --with-deps',
    'cd web && npm ci',
  ])('is set-up by its command: %s', (command) => {
    expect(readLog(githubLog({ [command]: ['it went wrong', EXIT] })).isSetUp).toBe(true);
  });

  it.each([
    'yarn build',
    'yarn lint',
    'npm start',
    'npm run ci',
    './mvnw test -Dgroup=services',
    'npm ci && npm run build',
    'python cache.py',
    'docker compose up -d --wait',
  ])('is none: %s', (command) => {
    expect(readLog(githubLog({ [command]: ['it went wrong', EXIT] })).isSetUp).toBe(false);
  });

  it.each([
    ['npm ci', 'npm ERR! code EUSAGE'],
    ['npm ci', 'Rollup failed to resolve import "./totl" from src/cart.ts'],
    ['pip install -e .', "NameError: name 'setup' is not defined"],
  ])('is none where the code is at fault: %s, %s', (command, error) => {
    expect(readLog(githubLog({ [command]: [error, EXIT] })).isSetUp).toBe(false);
  });

  it('is none where its script goes on after the set-up', () => {
    const log = githubLog({ 'npm ci': ['it went wrong', EXIT] });
    const script = (line: string) =>
      log.replace('##[endgroup]', `\u001b[36;1m${line}\u001b[0m\n${STAMP}##[endgroup]`);
    expect(readLog(script('npm ci --prefix web')).isSetUp).toBe(true);
    expect(readLog(script('npm run build')).isSetUp).toBe(false);
  });

  it('is none where the code does not compile, or where tests ran', () => {
    const compile = 'src/a.ts(1,7): error TS2322: Type string is not assignable';
    expect(readLog(githubLog({ 'npm ci': [compile, EXIT] })).isSetUp).toBe(false);
    const tests = ['Tests run: 5, Failures: 1'];
    expect(
      readLog(githubLog({ 'mvn verify': tests, 'docker pull db': ['no', EXIT] })).isSetUp,
    ).toBe(false);
  });

  it('is the first that failed, not one that cleans up', () => {
    const log = githubLog({
      'npm test': ['AssertionError: expected 90 to be 100', EXIT],
      'actions/cache/save@v4': ['##[error]Unable to reserve the cache'],
    });
    expect(readLog(log)).toMatchObject({
      step: 'npm test',
      firstError: { text: 'AssertionError: expected 90 to be 100' },
      isSetUp: false,
    });
  });

  it('leads with the line that a problem matcher marks, not with an error of a step that passed', () => {
    const log = githubLog({
      'npm ci': ['Error: getaddrinfo EAI_AGAIN registry.example, retrying'],
      'npx tsc --noEmit': ['##[error]src/a.ts(3,4): error TS2322: Type string', EXIT],
    });
    expect(readLog(log)).toMatchObject({
      step: 'npx tsc --noEmit',
      firstError: { text: expect.stringContaining('error TS2322') },
    });
  });

  it('is only guessed without a mark: the error may be in an earlier one', () => {
    const error = 'AssertionError: expected 90 to be 100';
    const log = githubLog({ 'npm test': [error], upload: ['done'] });
    expect(readLog(log).firstError?.text).toBe(error);
  });

  it('of GitLab is the last section before the follow-up', () => {
    const end = `${section('cleanup_file_variables', 'Cleaning up')}\nERROR: Job failed: exit code 1`;
    const unfetched = `${section('prepare_executor', 'Using Docker')}
${section('get_sources', 'Fetching changes', 'fatal: Could not resolve host: git.example')}
${end}`;
    expect(readLog(unfetched)).toMatchObject({
      step: 'get_sources',
      firstError: { text: 'fatal: Could not resolve host: git.example' },
      isSetUp: true,
    });
    const nested = section('own', 'compiling');
    const tested = `${section('get_sources', 'Fetching')}
${section('step_script', nested, 'Error: it broke')}
${section('after_script', 'Error: nothing to clean')}
${section('upload_artifacts_on_failure', 'ERROR: no files')}
${end}`;
    expect(readLog(tested)).toMatchObject({
      step: 'step_script',
      firstError: { text: 'Error: it broke' },
      isSetUp: false,
    });
    expect(readLog(`${section('restore_cache', 'no')}\n${end}`).isSetUp).toBe(true);
  });
});

describe('the words of a test', () => {
  const error = 'AssertionError: expected 90 to be 100';
  const words = 'retries on ECONNREFUSED and Too Many Requests, rate limit, no space left';
  const firstErrorOf = (...lines: string[]) =>
    readLog([...lines, error].join('\n')).firstError?.text;

  it.each([
    ` ✓ src/net.test.ts > ${words}`,
    `    √ ${words} (5 ms)`,
    `PASS ${words}`,
    `ok 1 - ${words}`,
    `--- PASS: ${words}`,
    `[       OK ] ${words}`,
    `tests/test_net.py::test[${words}] PASSED                 [ 50%]`,
    `test ${words} ... ok`,
  ])('are no error where it passed: %s', (line) => {
    expect(firstErrorOf(line)).toBe(error);
    expect(readLog(`${line}\n${error}`).excerpt).not.toContain('ECONNREFUSED');
  });

  it.each([
    ` FAIL  src/net.test.ts > ${words}`,
    `  ● net › ${words}`,
    `  1) ${words}`,
    `✗ ${words}`,
  ])('are weaker than an error where it failed: %s', (line) => {
    expect(firstErrorOf(line)).toBe(error);
  });

  it('are no error where the framework marks them as printed', () => {
    expect(firstErrorOf('stdout | src/net.test.ts > retries', words, 'Error: 429', '')).toBe(error);
    expect(
      firstErrorOf('  console.error', `    Error: ${words}`, '', '      at src/net.ts:3:5', ''),
    ).toBe(error);
  });

  it('are weaker than an error in the middle of a line', () => {
    expect(firstErrorOf(`the server under test was shown ${words}`)).toBe(error);
    expect(firstErrorOf('Error: connect ECONNREFUSED 127.0.0.1:5432')).toBe(
      'Error: connect ECONNREFUSED 127.0.0.1:5432',
    );
  });
});

describe('a hostile log', () => {
  it('is read in colours', () => {
    expect(readLog('\u001b[31mError: boom\u001b[0m').firstError?.text).toBe('Error: boom');
  });

  it('shows what a progress bar wrote last', () => {
    expect(readLog('10 %\r50 %\rError: stopped at 50 %').firstError?.text).toBe(
      'Error: stopped at 50 %',
    );
  });

  it('is cut in long lines and in its middle', () => {
    const long = readLog(`${'x'.repeat(200_000)} Error: too late\nError: ${'y'.repeat(200_000)}`);
    expect(long.firstError).toMatchObject({ line: 2 });
    expect(long.excerpt.length).toBeLessThan(5_000);
    const huge = `${'a\n'.repeat(LOG_CHARACTERS)}Error: at the end`;
    expect(readLog(huge).firstError?.text).toBe('Error: at the end');
  });

  it('is well-formed text afterwards', () => {
    const { excerpt } = readLog('\uD800\uDC00\uD800 Error: \uDFFF \u0000');
    expect(excerpt.isWellFormed()).toBe(true);
  });
});
