import { describe, expect, it } from 'vitest';
import { LOG_CHARACTERS, readLog } from './read-log.ts';

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
    const log = GITHUB.replace('Run npm test', 'Run npm ci').replace(/.*Tests .*\n/, '');
    expect(readLog(log)).toMatchObject({ step: 'npm ci', isSetUp: true });
  });

  it('are null in a log without any', () => {
    expect(readLog('')).toMatchObject({ step: null, firstError: null, isSetUp: false });
  });
});

describe('a hostile log', () => {
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
