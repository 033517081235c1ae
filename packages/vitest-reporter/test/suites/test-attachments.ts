import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { IngestResult } from '@svc/contract/executions/ingest';
import {
  artifactTexts,
  makeOddAttachments,
  ODD_ATTACHMENTS,
  ODD_ATTACHMENTS_LINE,
} from '@svc/reporter-core/test/projects/odd-tests.ts';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import type { Batch } from '../projects/batch.ts';

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

const ODD_FILES = {
  'a.test.js': `import { rmSync } from 'node:fs';
import { afterAll, test } from 'vitest';
afterAll(() => rmSync('gone.txt'));
test.for(${JSON.stringify(ODD_ATTACHMENTS)})('%s', (file, { task }) => {
  // Vitest copies other attachments.
  task.meta.failScreenshotPath = file;
});
`,
};

/** Tests which attachments are sent. */
export function testAttachments(batch: Batch): void {
  const wanted = batch.add({ files: FILES, env: { SVC_ARTIFACTS: 'all' } });
  it('sends annotations, artifacts and screenshots of tests', () => {
    const page = { contentType: 'text/html', ...content('<p>Tea</p>') };
    expect(wanted().body.results.map(artifacts)).toEqual([
      [
        { name: 'the page', ...page },
        { name: 'some bytes', contentType: 'image/png', ...content(Buffer.from([1, 2, 250])) },
        { name: 'a text', contentType: 'text/plain', ...content('not base64') },
        { name: 'a word', contentType: 'text/plain', ...content('word') },
      ],
      // Vitest has artifacts since 4.1.
      batch.major === '3' ? [] : [{ name: 'recorded', ...page }],
      [{ name: 'screenshot', ...page }],
    ]);
  });

  const unwanted = batch.add({ files: FILES });
  it('keeps attachments of passing tests back unless they are wanted', () => {
    expect(unwanted().body.results.map(artifacts)).toEqual([[], [], []]);
  });

  const odd = batch.add({
    files: ODD_FILES,
    prepare: makeOddAttachments,
    env: { SVC_ARTIFACTS: 'all' },
  });
  it('leaves out and reports attachments that are too large, elsewhere or gone', () => {
    const { run, body } = odd();
    expect(artifactTexts(body)).toEqual(['fine.txt: 4 B']);
    expect(svcLines(run)).toEqual([expect.stringMatching(ODD_ATTACHMENTS_LINE)]);
  });
}

function artifacts({ artifacts: list = [] }: IngestResult): object[] {
  return list.map(({ name, contentType, sizeBytes, sha256 }) => {
    return { name, contentType, sizeBytes, sha256 };
  });
}

function content(bytes: string | Buffer): object {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sizeBytes: Buffer.byteLength(bytes), sha256 };
}
