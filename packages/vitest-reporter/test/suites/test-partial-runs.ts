import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commitAll } from '@svc/reporter-core/test/projects/git.ts';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import type { Batch } from '../projects/batch.ts';
import { trivial } from '../projects/trivial.ts';

const ONE = trivial('one');

/** Tests what is sent of runs that leave out tests. */
export function testPartialRuns(batch: Batch): void {
  const named = batch.add({
    args: ['-t', 'cart adds|cart > adds|skipped'],
    files: {
      'a.test.js': `import { describe, test } from 'vitest';
describe('cart', () => { test('adds', () => {}); test('removes', () => {}); });
test.skip('skipped on purpose', () => {});
`,
    },
  });
  it('leaves out tests that a name filter excluded, and marks the execution as partial', () => {
    const { body } = named();
    expect(statuses(body)).toEqual(['cart › adds: passed', 'skipped on purpose: skipped']);
    expect(body.execution).toMatchObject({ status: 'passed', partial: ['filter'] });
  });

  const someFiles = batch.add({
    args: ['b.test'],
    files: { 'a.test.js': ONE, 'b.test.js': trivial('two') },
  });
  it('calls a run of some files partial', () => {
    const { body } = someFiles();
    expect(statuses(body)).toEqual(['two: passed']);
    expect(body.execution.partial).toEqual(['filter']);
  });

  const bailed = batch.add({
    args: ['--bail=1'],
    files: {
      'a.test.js': `import { test } from 'vitest';
test('passes', () => {});
test('fails', async () => { await new Promise((resolve) => setTimeout(resolve, 50)); throw new Error('no'); });
test('slow', async () => { await new Promise((resolve) => setTimeout(resolve, 500)); });
test('never starts', () => {});
`,
    },
  });
  it('marks tests that bail cut off as interrupted', () => {
    const { body } = bailed();
    expect(statuses(body)).toEqual([
      'passes: passed',
      'fails: failed',
      expect.stringMatching(/^slow: /),
      'never starts: interrupted (The run was stopped after a failure (bail))',
    ]);
    expect(body.execution).toMatchObject({ status: 'failed', partial: ['bail'] });
  });

  const changed = batch.add({
    files: { 'a.test.js': ONE, 'b.test.js': ONE },
    args: ['--changed'],
    prepare: (folder) => {
      commitAll(folder);
      writeFileSync(`${folder}/b.test.js`, `${ONE}// changed\n`);
    },
  });
  it('marks a run of changed tests as partial', () => {
    const { body } = changed();
    expect(body.results.map(({ file }) => file)).toEqual(['b.test.js']);
    expect(body.execution.partial).toEqual(['changed']);
  });

  const empty = batch.addUnsent({ files: {}, args: ['--passWithNoTests'] });
  it('reports a run without tests in one line, and sends nothing', () => {
    const { run, uploads } = empty();
    expect(run.exitCode).toBe(0);
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/^svc: nothing sent: saw no test in this run\./),
    ]);
    expect(uploads).toEqual([]);
  });
}
