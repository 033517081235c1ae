import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeReport, makeResult, makeSession } from '../../test/runs/make-run.ts';

let folder: string;
let startedIn: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-command-')));
  startedIn = process.cwd();
});
afterEach(() => {
  process.chdir(startedIn);
  rmSync(folder, { recursive: true });
});

it('names a command that finds the run from the folder that the user is in', async () => {
  const web = join(folder, 'packages/web app');
  mkdirSync(join(web, 'node_modules'), { recursive: true });
  process.chdir(folder);
  expect(await lineOfRun(web)).toContain(
    `; the next run or 'npx @svc/cli upload "packages/web app/node_modules/.cache/svc"' will retry.`,
  );
  process.chdir(web);
  expect(await lineOfRun(web)).toContain("; the next run or 'npx @svc/cli upload' will retry.");
});

async function lineOfRun(directory: string): Promise<string | undefined> {
  const options = { url: 'http://127.0.0.1:1', uploadBudgetMs: 500 };
  const { session, lines } = makeSession(directory, options);
  await session.finish(() => makeReport([makeResult('adds up', 'passed')]));
  return lines.at(-1);
}
