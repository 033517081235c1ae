import { expect, it } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRun } from './run.ts';

it.each([
  [
    'the path of its file, on any ref',
    {
      GITHUB_WORKFLOW: 'CI',
      GITHUB_WORKFLOW_REF: 'acme/shop/.github/workflows/web.yml@refs/pull/7/merge',
    },
    '.github/workflows/web.yml',
  ],
  ['its name without a path', { GITHUB_WORKFLOW: 'CI', GITHUB_WORKFLOW_REF: '' }, 'CI'],
  ['nothing without both', {}, ''],
])('identifies a workflow by %s', (_, env, workflow) => {
  expect(readRun({ GITHUB_REPOSITORY: 'acme/shop', ...env }).workflow).toBe(workflow);
});

it('identifies the tested workflow of a `workflow_run` as that workflow does itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-event-'));
  const event = join(folder, 'event.json');
  const run = { id: 9, name: 'CI', path: '.github/workflows/web.yml', event: 'pull_request' };
  writeFileSync(event, JSON.stringify({ workflow_run: run }));
  const { workflow } = readRun({
    GITHUB_EVENT_PATH: event,
    GITHUB_WORKFLOW: 'Report of forks',
    GITHUB_WORKFLOW_REF: 'acme/shop/.github/workflows/forks.yml@refs/heads/main',
  });
  rmSync(folder, { recursive: true });
  expect(workflow).toBe('.github/workflows/web.yml');
});
