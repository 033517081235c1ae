import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gitCheckout } from '../src/facts/git-facts.ts';
import { commitAll } from './projects/git.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-blocked-'));
  commitAll(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

it('receives the answer of git although the event loop is blocked for longer than the timeout', async () => {
  const checkout = gitCheckout(folder, {});
  const until = Date.now() + 6_000;
  while (Date.now() < until);
  await checkout.answered;
  expect(checkout).toMatchObject({
    isComplete: true,
    facts: { author: 'Ada', message: 'feat: begin', dirty: false },
  });
});
