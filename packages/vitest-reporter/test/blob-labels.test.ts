import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExecutionDetail } from '@svc/contract/executions/executions';
import { readOnlyExecution } from '@svc/reporter-core/test/servers/read-execution.ts';
import { type Finished, svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';
import { config, FULL_MAJORS, type Major, makeProject } from './projects/fixture-project.ts';
import { runInOneProcess } from './projects/one-process.ts';

// All runs take place before the first test, and the machine may be busy.
vi.setConfig({ hookTimeout: 240_000 });

const FILES = {
  'a.test.js': `import { expect, it } from 'vitest';
it('one', () => {});
it('two', () => { expect(process.env.PLATFORM).not.toBe('macos'); });
it.skip('three', () => {});
`,
  'b.test.js': `import { it } from 'vitest';
it('four', async () => {
  if (process.env.PLATFORM === 'macos') void Promise.reject(new Error('nobody caught me'));
  await new Promise((resolve) => setTimeout(resolve, 50));
});
`,
};

/** Servers, or their organizations, by the runs that report to them. */
interface Receivers {
  merge: SharedServer;
  both: SharedServer;
  oneLabel: SharedServer;
  someLabels: SharedServer;
}

// Vitest has labels since version 5.
describe.each(FULL_MAJORS.filter((major) => major === '5'))('labels of Vitest %s', (major) => {
  let receivers: Receivers;
  let merges: Finished[];

  beforeAll(async () => {
    receivers = {
      merge: await joinServer(),
      both: await joinServer(),
      oneLabel: await joinServer(),
      someLabels: await joinServer(),
    };
    merges = (await runAll(major, receivers)).slice(-3);
  });

  it('are the legs of a merged report', async () => {
    const merged = await readOnlyExecution(receivers.merge);
    expect(merged.legs.toSorted()).toEqual(['linux', 'macos']);
    expect(outcomes(merged)).toEqual([...LINUX, ...MACOS]);
    expect(merged.status).toBe('failed');
    expect(merged.errors.map(({ message }) => message)).toEqual(['Error: nobody caught me']);
    expect(merged.shards).toEqual({ expected: 1, received: 1, carried: 0 });
  });

  it('print a line for each leg, without a warning about shared titles', () => {
    const lines = merges.map((run) => svcLines(run).toSorted());
    const toMerge = lines[0]?.filter((line) => !line.includes(' already there'));
    expect(toMerge).toEqual([
      expect.stringMatching(/^svc: sent 4 results \(1 failed\).* to \S+ #1$/),
      expect.stringMatching(/^svc: sent 4 results.* to \S+ #1$/),
    ]);
    expect(lines.flat().filter((line) => line.includes('share a title'))).toEqual([]);
  });

  it('are the legs of the runs that write the blobs, so that a merge repeats their results', async () => {
    const both = await readOnlyExecution(receivers.both);
    expect(outcomes(both)).toEqual([...LINUX, ...MACOS]);
    expect(both.legs.toSorted()).toEqual(['linux', 'macos']);
    const [merge] = merges;
    const repeated = merge && svcLines(merge).filter((line) => line.includes(' already there'));
    expect(repeated).toEqual([ANY_REPEATED, ANY_REPEATED]);
  });

  it('are the leg of a report with one label', async () => {
    const one = await readOnlyExecution(receivers.oneLabel);
    expect(outcomes(one)).toEqual(LINUX);
    expect(one).toMatchObject({ legs: ['linux'], status: 'passed' });
  });

  it('leave the leg of a blob without a label as it is', async () => {
    const some = await readOnlyExecution(receivers.someLabels);
    expect(outcomes(some)).toEqual(
      [...LINUX, ...LINUX.map((each) => each.replace('linux', '-'))].toSorted(),
    );
    expect(some).toMatchObject({ legs: ['linux'], status: 'passed' });
  });
});

const ANY_REPEATED: unknown = expect.stringMatching(/, 0 accepted, 4 already there/);
const LINUX = ['linux four passed', 'linux one passed', 'linux three skipped', 'linux two passed'];
const MACOS = ['macos four passed', 'macos one passed', 'macos three skipped', 'macos two failed'];

/** Runs the tests with and without labels, then merges all labelled, one labelled, and some labelled blobs. */
async function runAll(
  major: Major,
  { merge, both, oneLabel, someLabels }: Receivers,
): Promise<Finished[]> {
  const ofBoth = ours({ ...both, key: 'the run' });
  using project = makeProject(major, {
    ...FILES,
    'reported.config.js': config(['blob', ofBoth]),
    'unreported.config.js': config(['blob']),
    'merge.config.js': config([ours(merge), ofBoth]),
    'one.config.js': config([ours(oneLabel)]),
    'some.config.js': config([ours(someLabels)]),
  });
  const { folder } = project;
  const run = (name: string, ...args: string[]) => ({
    folder,
    args: [`--config=${name}.config.js`, ...args],
    env: {},
  });
  const labelled = (label: string, platform: string, base: ReturnType<typeof run>) => ({
    ...base,
    env: { VITEST_BLOB_LABEL: label, PLATFORM: platform },
  });
  return await runInOneProcess(folder, [
    labelled('linux', 'linux', run('reported', '--outputFile=all/linux.json')),
    labelled('macos', 'macos', run('reported', '--outputFile=all/macos.json')),
    labelled('linux', 'linux', run('unreported', '--outputFile=one/linux.json')),
    labelled('linux', 'linux', run('unreported', '--outputFile=some/linux.json')),
    labelled('', 'linux', run('unreported', '--outputFile=some/none.json')),
    run('merge', '--mergeReports=all'),
    run('one', '--mergeReports=one'),
    run('some', '--mergeReports=some'),
  ]);
}

/** Our reporter with these options. */
function ours({ url, apiKey, key }: SharedServer & { key?: string }): unknown {
  return ['@svc/vitest-reporter', { url, apiKey, key }];
}

/** `leg title status`, sorted. */
function outcomes({ results }: ExecutionDetail): string[] {
  return results.map(({ title, status, part }) => `${part?.leg ?? '-'} ${title} ${status}`).sort();
}
