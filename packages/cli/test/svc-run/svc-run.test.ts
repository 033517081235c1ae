import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testId } from '@svc/contract/test-identity';
import { runCommand } from '@svc/reporter-core/test/projects/run-command.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { SVC, svcEnv } from '../run-svc.ts';
import { joinShopServer, type ShopServer } from '../shop-server.ts';
import { GATED_PROJECTS, type GatedProject } from './gated-projects.ts';

// Each test starts a framework several times, and machines may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

interface Running {
  directory: string;
  env?: Record<string, string>;
}

const run = (words: readonly string[], { directory, env }: Running) =>
  server.svc(['run', ...words], { directory, env: { COLUMNS: '120', ...env } });

/** The lines of svc itself, in which random values are replaced. */
function saidBySvc(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => /^(svc: exit|[✓✗◌○!] |  )/.test(line));
  return `\n${lines
    .join('\n')
    .replaceAll(/#\d+|(?<=show )\d+/g, 'NUMBER')
    .replaceAll(/fp2:[0-9a-f]{8}/g, 'FINGERPRINT')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE')}\n`;
}

// Vitest has its coverage in a package of its own.
it('shows what is excused beside a coverage threshold, and stays failed', async () => {
  const jest = GATED_PROJECTS.find(({ name }) => name === 'Jest');
  if (jest === undefined) throw new Error('there is no Jest');
  using project = jest.makeProject();
  const coverage = ['--coverage', '--coverageThreshold', '{"global":{"lines":1}}'];
  const tests = () =>
    run(['--', process.execPath, ...jest.command, ...coverage], {
      directory: project.folder,
      env: { SVC_PROJECT: 'covered', BREAK: 'no suggestion' },
    });
  const red = await tests();
  expect([red.status, saidBySvc(red.stderr)]).toEqual([1, expect.stringContaining('✗ gate fails')]);
  await server.svc(['quarantine', 'add', 'suggests', '--reason', 'x', '--any'], {
    env: { SVC_PROJECT: 'covered' },
  });
  const excused = await tests();
  expect(excused.status).toBe(1);
  expect(saidBySvc(excused.stderr)).toContain('✓ gate passes  ');
  expect(saidBySvc(excused.stderr).replaceAll(/\s+/g, ' ')).toContain(
    'svc: exit status 1: every failure is excused, but a coverage threshold may have failed too, and svc cannot tell',
  );
});

describe.each(GATED_PROJECTS)('$name', ({ name, makeProject, command }: GatedProject) => {
  it('passes for a quarantined failure and says why, and fails for a new one', async () => {
    using project = makeProject();
    const SVC_PROJECT = `gated ${name}`;
    const words = ['--', process.execPath, ...command];
    const tests = (BREAK: string, env: Record<string, string> = {}) =>
      run(words, { directory: project.folder, env: { SVC_PROJECT, BREAK, ...env } });

    const green = await tests('');
    expect(green.status).toBe(0);
    expect(green.stderr).not.toContain('svc: exit status');

    const red = await tests('no suggestion');
    expect(red.status).toBe(1);
    expect(saidBySvc(red.stderr)).toContain('✗ gate fails  ');
    expect(saidBySvc(red.stderr)).toContain('\nsvc: exit status 1: the gate fails\n');

    const id = testId({
      project: SVC_PROJECT,
      file: 'src/search.test.js',
      titlePath: ['suggests'],
    });
    const fingerprint = /fp2:[0-9a-f]{8}/.exec(red.stderr)?.[0] ?? '';
    const added = await server.svc([
      'quarantine',
      'add',
      id,
      '--reason',
      'issue 1482',
      '--fingerprint',
      fingerprint,
    ]);
    expect([added.status, added.stderr]).toEqual([0, '']);

    const excused = await tests('no suggestion');
    expect(excused.status).toBe(0);
    expect(saidBySvc(excused.stderr)).toContain('✓ gate passes  ');
    expect(saidBySvc(excused.stderr)).toContain('\n  quarantined until DATE: issue 1482\n');
    expect(saidBySvc(excused.stderr)).toContain(
      '\nsvc: exit status 0 instead of 1: every failure is excused\n',
    );

    const differently = await tests('the index is gone');
    expect(differently.status).toBe(1);
    expect(saidBySvc(differently.stderr)).toContain(
      '\n  The test is quarantined, but not for this failure: it has another fingerprint',
    );

    const down = await tests('no suggestion', { SVC_URL: 'http://127.0.0.1:1' });
    expect(down.status).toBe(1);
    expect(down.stderr).toContain('svc: exit status 1: a reporter could not send its run: ');
  });

  it.skipIf(process.platform === 'win32')('ends with 130 after Ctrl-C', async () => {
    using project = makeProject();
    let hasInterrupted = false;
    let output = '';
    const ended = await runCommand(SVC, project.folder, {
      args: ['run', '--', process.execPath, ...command],
      env: {
        ...(await svcEnv({ SVC_URL: server.url, SVC_API_KEY: server.apiKey, SLOW: '1' })),
        SVC_PROJECT: 'interrupted',
      },
      onOutput: (text, kill) => {
        output += text;
        if (hasInterrupted || !output.includes('waiting now')) return;
        hasInterrupted = true;
        // Only svc gets the signal, as from a CI runner, and passes it on.
        kill('SIGINT');
        setTimeout(() => kill('SIGINT'), 1_000);
      },
    });
    expect(hasInterrupted).toBe(true);
    expect([ended.exitCode, ended.signal]).toEqual([130, null]);
  });
});

/** A script that writes what a reporter writes, then ends. */
function reporting(outcome: object, end: string, unseenCauses: string[] = []): string {
  return writing(JSON.stringify({ outcome, unseenCauses }), end);
}

function writing(text: string, end: string): string {
  return `require('fs').writeFileSync(process.env.SVC_RUN_FOLDER + '/x.json', ${JSON.stringify(text)});${end}`;
}

describe('the exit status of the command stands', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'svc-run-'));
    return () => rmSync(directory, { recursive: true, force: true });
  });

  const node = (script: string, env: Record<string, string> = {}) =>
    run(['--', process.execPath, '-e', script], { directory, env });
  const SENT = {
    ok: true,
    executionId: '0199f0a1-7b8c-7d00-8e00-000000000812',
    url: '',
    number: 1,
  };

  it.each([
    [
      'without a reporter',
      'process.exit(1)',
      1,
      'exit status 1: no svc reporter in the command has sent a run',
    ],
    [
      'with another status than that of failed tests',
      reporting({ ...SENT, status: 'failed' }, 'process.exit(2)'),
      2,
      'exit status 2: failed tests end with 1, so something else failed',
    ],
    [
      'if what was reported passed',
      reporting({ ...SENT, status: 'passed' }, 'process.exit(1)'),
      1,
      'exit status 1: the command failed although no run that it reported failed',
    ],
    [
      'if a coverage threshold may have failed too',
      reporting({ ...SENT, status: 'failed' }, 'process.exit(1)', ['a coverage threshold']),
      1,
      'exit status 1: a coverage threshold may have failed too, and svc cannot tell',
    ],
    [
      'if a reporter began and was killed',
      writing('', 'process.exit(1)'),
      1,
      'exit status 1: a reporter in the command ended before its run was sent',
    ],
    [
      'if an outcome is not one',
      writing('{"outcome":{},"unseenCauses":[]}', 'process.exit(1)'),
      1,
      'exit status 1: a reporter in the command ended before its run was sent',
    ],
    [
      'if the command empties the temp folder',
      reporting(
        { ...SENT, status: 'failed' },
        "require('fs').rmSync(process.env.SVC_RUN_FOLDER, { recursive: true });process.exit(1)",
      ),
      1,
      'exit status 1: svc cannot see what the reporters sent, because its temp folder cannot be used: ENOENT',
    ],
    [
      'if the command deletes the files in the temp folder',
      "for (const file of require('fs').readdirSync(process.env.SVC_RUN_FOLDER)) " +
        "require('fs').rmSync(process.env.SVC_RUN_FOLDER + '/' + file);" +
        reporting({ ...SENT, status: 'failed' }, 'process.exit(1)'),
      1,
      'exit status 1: svc cannot see what the reporters sent, because its temp folder cannot be used: its',
    ],
    [
      'after a signal',
      reporting({ ...SENT, status: 'failed' }, "process.kill(process.pid, 'SIGKILL')"),
      137,
      'exit status 137: SIGKILL ended the command',
    ],
    [
      'if the server does not know the execution',
      reporting({ ...SENT, status: 'failed' }, 'process.exit(1)'),
      1,
      'exit status 1: the gate could not be asked: There is no execution ',
    ],
  ])('%s', async (_, script, status, line) => {
    const ended = await node(script);
    expect([ended.status, ended.stdout]).toEqual([status, '']);
    expect(ended.stderr).toContain(`svc: ${line}`);
  });

  it('without an API key, and with a wrong SVC_URL', async () => {
    const noKey = await node('process.exit(1)', { SVC_API_KEY: '' });
    expect(noKey.status).toBe(1);
    expect(noKey.stderr).toContain('svc: exit status 1: the gate could not be asked: no API key');
    const wrongUrl = await node('process.exit(1)', { SVC_URL: 'ftp://svc' });
    expect(wrongUrl.status).toBe(1);
    expect(wrongUrl.stderr).toContain("the gate could not be asked: SVC_URL 'ftp://svc' is not");
    const green = await node('console.log(7)', { SVC_URL: 'ftp://svc', SVC_API_KEY: '' });
    expect(green).toEqual({ status: 0, stdout: '7\n', stderr: '' });
  });

  it('without a temp folder, and runs the command all the same', async () => {
    const TMPDIR = join(directory, 'a file');
    writeFileSync(TMPDIR, '');
    expect(await node('console.log(7)', { TMPDIR })).toEqual({
      status: 0,
      stdout: '7\n',
      stderr: '',
    });
    const red = await node('process.exit(1)', { TMPDIR });
    expect(red.status).toBe(1);
    expect(red.stderr).toContain('svc: exit status 1: svc cannot see what the reporters sent');
  });

  it('and stdin, stdout and SVC_ON_UPLOAD are those of the user', async () => {
    const script = 'console.log(process.env.SVC_ON_UPLOAD);process.stdin.pipe(process.stdout)';
    const ended = await server.svc(['run', '--', process.execPath, '-e', script], {
      directory,
      env: { SVC_ON_UPLOAD: 'outcome.json' },
      input: 'for the command',
    });
    expect(ended).toEqual({ status: 0, stdout: 'outcome.json\nfor the command', stderr: '' });
  });

  it('also without a key, and names the signal as the cause', async () => {
    const killed = await node("process.kill(process.pid, 'SIGKILL')", { SVC_API_KEY: '' });
    expect(killed).toEqual({
      status: 137,
      stdout: '',
      stderr: 'svc: exit status 137: SIGKILL ended the command\n',
    });
  });

  it.each([
    [['npx', 'vitest', '-q'], "it is unclear whether '-q' is for svc or for npx"],
    [['sh', '-c', 'exit 3'], "unknown option '-c'"],
    [['npx', '--', 'vitest'], "unexpected argument 'npx' before --"],
  ])('refuses svc run %j, and says where the command belongs', async (words, problem) => {
    const { status, stderr } = await run(words, { directory });
    expect(status).toBe(2);
    expect(stderr).toContain(`svc: ${problem}\ntry: write the `);
    expect(stderr).toContain('svc run -- npx vitest run');
  });

  it('refuses a command that does not exist, and --json', async () => {
    expect(await run(['--', 'no-such-runner'], { directory })).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'svc: cannot run no-such-runner: there is no such command\n' +
        'try: write the command as in a shell, such as npx no-such-runner\n',
    });
    writeFileSync(join(directory, 'script'), '');
    expect((await run(['--', './script'], { directory })).stderr).toBe(
      'svc: cannot run ./script: it is not executable\ntry: chmod +x ./script\n',
    );
    expect((await run(['--json', '--', 'true'], { directory })).stderr).toBe(
      'svc: svc run has no --json: stdout is that of the command\n' +
        'try: leave it out, and ask svc gate latest --json afterwards\n',
    );
  });
});
