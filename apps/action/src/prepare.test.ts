import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prepare } from './prepare.ts';

it('exports the whole address, and prints it without its password', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'svc-prepare-')), 'env');
  writeFileSync(file, '');
  const lines: string[] = [];
  prepare({
    env: {
      GITHUB_ENV: file,
      INPUT_URL: 'https://ada:secret@svc.example',
      INPUT_NAME: 'a\n::error::b',
    },
    stdout: { write: (text) => lines.push(text) },
  });
  expect(lines).toEqual(['SVC_URL=https://svc.example\n', 'SVC_NAME=a ::error::b\n']);
  expect(readFileSync(file, 'utf8')).toContain('\nhttps://ada:secret@svc.example\n');
});
