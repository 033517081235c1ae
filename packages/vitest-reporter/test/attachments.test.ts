import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { IngestResult } from '@svc/contract/executions/ingest';
import { FULL_MAJORS } from './projects/fixture-project.ts';
import { send } from './projects/sent-run.ts';

// Each test starts Vitest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const FILES = {
  'page.html': '<p>Tea</p>',
  'a.test.js': `import * as vitest from 'vitest';
const { test } = vitest;
test('annotates', async ({ annotate }) => {
  await annotate('the page', { path: './page.html', contentType: 'text/html' });
  await annotate('some bytes', { body: new Uint8Array([1, 2, 250]), contentType: 'image/png' });
  await annotate('a text', { body: 'not base64', contentType: 'text/plain' });
  await annotate('a word', { body: 'word', contentType: 'text/plain' });
  await annotate('elsewhere', { path: 'https://shop.test/a.png' });
});
test('records', async ({ task }) => {
  await vitest.recordArtifact?.(task, {
    type: 'shop:page',
    attachments: [{ name: 'recorded', path: './page.html', contentType: 'text/html' }],
  });
});
test('takes a screenshot', ({ task }) => { task.meta.failScreenshotPath = './page.html'; });
`,
};

describe.each(FULL_MAJORS)('Vitest %s', (major) => {
  it('sends annotations, artifacts and screenshots of tests', async () => {
    const { body } = await send(major, { files: FILES, env: { SVC_ARTIFACTS: 'all' } });
    const page = { contentType: 'text/html', ...content('<p>Tea</p>') };
    expect(body.results.map(artifacts)).toEqual([
      [
        { name: 'the page', ...page },
        { name: 'some bytes', contentType: 'image/png', ...content(Buffer.from([1, 2, 250])) },
        { name: 'a text', contentType: 'text/plain', ...content('not base64') },
        { name: 'a word', contentType: 'text/plain', ...content('word') },
      ],
      // Vitest has artifacts since 4.1.
      major === '3' ? [] : [{ name: 'recorded', ...page }],
      [{ name: 'screenshot', ...page }],
    ]);
  });
});

it('keeps attachments of passing tests back unless they are wanted', async () => {
  const { body } = await send('5', { files: FILES });
  expect(body.results.map(artifacts)).toEqual([[], [], []]);
});

function artifacts({ artifacts: list = [] }: IngestResult): object[] {
  return list.map(({ name, contentType, sizeBytes, sha256 }) => {
    return { name, contentType, sizeBytes, sha256 };
  });
}

function content(bytes: string | Buffer): object {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sizeBytes: Buffer.byteLength(bytes), sha256 };
}
