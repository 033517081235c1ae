import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder, spawnSvc } from '../../../../test/run-svc.ts';

let directory: string;
beforeAll(async () => {
  directory = await emptyFolder();
  await mkdir(join(directory, 'src'));
  for (const name of ['a', 'b', 'c']) {
    await writeFile(join(directory, 'src', `${name}.test.ts`), '');
  }
});

const split = (words: string) => spawnSvc(['split', '--even', ...words.split(' ')], { directory });

it('tells the reporters of the command which shard they run, and counts only shards with files', async () => {
  const print = 'console.log(process.env.SVC_SHARD)';
  const { stdout } = await split(`--shards 5 --index 2 src/*.test.ts -- node -e ${print}`);
  expect(stdout).toBe('2/3\n');
});

it('runs a command with the files, and passes its exit status on', async () => {
  const print = 'console.log(process.argv.slice(1).join());process.exit(7)';
  const run = await split(`--shards 2 --index 1 src/*.test.ts -q -- node -e ${print} -- --x`);
  expect(run).toEqual({ status: 7, stdout: '--x,src/a.test.ts,src/c.test.ts\n', stderr: '' });
});

it('gives a command of svc run the stdin and stdout of the user, and their SVC_ON_UPLOAD', async () => {
  const script = 'console.log(process.env.SVC_ON_UPLOAD);process.stdin.pipe(process.stdout)';
  const ended = await spawnSvc(['run', '--', process.execPath, '-e', script], {
    directory,
    env: { SVC_ON_UPLOAD: 'outcome.json' },
    input: 'for the command',
  });
  expect(ended).toEqual({ status: 0, stdout: 'outcome.json\nfor the command', stderr: '' });
});

it('passes on how the command of svc run ended', async () => {
  const script = "process.kill(process.pid, 'SIGKILL')";
  expect(await spawnSvc(['run', '--', process.execPath, '-e', script], { directory })).toEqual({
    status: 137,
    stdout: '',
    stderr: 'svc: exit status 137: SIGKILL ended the command\n',
  });
});
