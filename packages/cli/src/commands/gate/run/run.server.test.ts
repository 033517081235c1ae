import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { emptyFolder } from '../../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../../test/shop-server.ts';

let server: ShopServer;
let directory: string;
beforeAll(async () => {
  server = await joinShopServer();
  directory = await emptyFolder();
});

const run = (words: readonly string[], env: Record<string, string> = {}) =>
  server.svc(['run', ...words], { directory, env: { COLUMNS: '120', ...env } });

/** `svc run` with a script of Node. */
const node = (script: string, env: Record<string, string> = {}) =>
  run(['--', process.execPath, '-e', script], env);

/** A script that writes what a reporter writes, then ends. */
function reporting(outcome: object, end: string, unseenCauses: string[] = []): string {
  return writing(JSON.stringify({ outcome, unseenCauses }), end);
}

function writing(text: string, end: string): string {
  return `require('fs').writeFileSync(process.env.SVC_RUN_FOLDER + '/x.json', ${JSON.stringify(text)});${end}`;
}

describe('the exit status of the command stands', () => {
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
    await writeFile(TMPDIR, '');
    expect(await node('console.log(7)', { TMPDIR })).toEqual({
      status: 0,
      stdout: '7\n',
      stderr: '',
    });
    const red = await node('process.exit(1)', { TMPDIR });
    expect(red.status).toBe(1);
    expect(red.stderr).toContain('svc: exit status 1: svc cannot see what the reporters sent');
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
    const { status, stderr } = await run(words);
    expect(status).toBe(2);
    expect(stderr).toContain(`svc: ${problem}\ntry: write the `);
    expect(stderr).toContain('svc run -- npx vitest run');
  });

  it('refuses a command that does not exist, and --json', async () => {
    expect(await run(['--', 'no-such-runner'])).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'svc: cannot run no-such-runner: there is no such command\n' +
        'try: write the command as in a shell, such as npx no-such-runner\n',
    });
    await writeFile(join(directory, 'script'), '');
    expect((await run(['--', './script'])).stderr).toBe(
      'svc: cannot run ./script: it is not executable\ntry: chmod +x ./script\n',
    );
    expect((await run(['--json', '--', 'true'])).stderr).toBe(
      'svc: svc run has no --json: stdout is that of the command\n' +
        'try: leave it out, and ask svc gate latest --json afterwards\n',
    );
  });
});
