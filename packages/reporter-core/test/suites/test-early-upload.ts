import { expect, it } from 'vitest';
import { svcLines } from '../projects/run-command.ts';
import { type Project, runWith } from '../projects/sent-run.ts';
import { accept, type Behaviour, startSink } from '../servers/sink-server.ts';

export { filesOfManyTests } from '../projects/many-tests.ts';

const TESTS = 400;

/** Tests that a reporter sends results while tests run. The project has the files of `filesOfManyTests`. */
export function testEarlyUpload(makeProject: () => Project & Disposable): void {
  it.each<[string, Behaviour[]]>([
    ['sends results while tests run, each once', [accept]],
    [
      'sends all results, each once, when the connection breaks early',
      [(response) => response.destroy(), accept],
    ],
  ])('%s', async (_, behaviours) => {
    await using sink = await startSink();
    using project = makeProject();
    sink.behave(...behaviours);
    const run = await runWith(project, sink.url);
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 400 results to /)]);
    const byKey = new Map(sink.uploads.map(({ idempotencyKey, body }) => [idempotencyKey, body]));
    const statuses = [...byKey.values()].map(({ execution }) => execution.status);
    expect(statuses.length).toBeGreaterThan(1);
    expect(statuses.filter((status) => status !== 'running')).toEqual(['passed']);
    const titles = [...byKey.values()].flatMap(({ results }) =>
      results.map(({ file, titlePath }) => `${file} ${titlePath.join(' ')}`),
    );
    expect(titles).toHaveLength(TESTS);
    expect(new Set(titles).size).toBe(TESTS);
  });
}
