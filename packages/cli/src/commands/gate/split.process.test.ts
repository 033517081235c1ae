import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder, spawnSvc } from '../../../test/run-svc.ts';

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
