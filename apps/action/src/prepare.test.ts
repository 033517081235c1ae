import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runInProcess } from '../test/in-process.ts';
import { prepare } from './prepare.ts';

it('exports the whole address, and prints it without its password', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'svc-prepare-')), 'env');
  writeFileSync(file, '');
  const env = {
    GITHUB_ENV: file,
    INPUT_URL: 'https://ada:secret@svc.example',
    INPUT_NAME: 'a\n::error::b',
  };
  const { log } = await runInProcess(env, () => prepare({ env }));
  expect(log).toBe('SVC_URL=https://svc.example\nSVC_NAME=a ::error::b\n');
  expect(readFileSync(file, 'utf8')).toContain('\nhttps://ada:secret@svc.example\n');
});
