import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { bareEnding, type Ending } from '@svc/reporter-core/test/projects/bare-ending.ts';
import {
  artifactTexts,
  makeOddAttachments,
  ODD_ATTACHMENTS,
  ODD_ATTACHMENTS_LINE,
} from '@svc/reporter-core/test/projects/odd-tests.ts';
import { type Finished, svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import {
  findUnusedAddress,
  API_KEY,
  startSink,
} from '@svc/reporter-core/test/servers/sink-server.ts';
import { config, type FixtureProject, FULL_VERSIONS, makeProject } from './fixture-project.ts';
import { spec } from './sent-run.ts';

// The machine may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const TESTS = {
  'shop.spec.js': spec({ 'adds up': 'expect(1 + 1).toBe(2);', 'goes on': '' }),
  'attaches.spec.js': `import { rmSync } from 'node:fs';
import { test } from '@playwright/test';
for (const name of ${JSON.stringify(ODD_ATTACHMENTS)}) {
  test(name, () => {
    // attach() would make Playwright copy the file.
    test.info().attachments.push({ name, path: name, contentType: 'text/plain' });
    if (name === 'gone.txt') rmSync(name, { force: true });
  });
}
`,
};

// One run for all tests, with three reporters: when all goes well, without a key, and when no server is there.
describe.each(FULL_VERSIONS)('a green run of Playwright %s', (version) => {
  let project: FixtureProject;
  let run: Finished;
  let bodies: IngestBody[];
  let withoutKey: number;

  beforeAll(async () => {
    await using sink = await startSink();
    await using unused = await startSink();
    const ours = [
      { url: sink.url, apiKey: API_KEY, artifacts: 'all' },
      { url: unused.url },
      { url: await findUnusedAddress(), apiKey: API_KEY, uploadBudgetMs: 1_500 },
    ];
    const reporters = ours.map((options) => ['@svc/playwright-reporter', options]);
    project = makeProject(version, {
      ...TESTS,
      'playwright.config.js': config({ reporter: [['line'], ...reporters] }),
      'without.config.js': config({ reporter: [['line']] }),
    });
    makeOddAttachments(project.folder);
    run = await project.run();
    bodies = sink.uploads.map(({ body }) => body);
    withoutKey = unused.uploads.length;
  });
  afterAll(() => project[Symbol.dispose]());

  const endOf = ({ exitCode, signal, stdout }: Finished): Ending => {
    const report = stdout.replaceAll(/\([\d.]+m?s\)/g, '(0s)').replaceAll(project.folder, '');
    return { exitCode, signal, report };
  };

  it('prints the same and ends the same as without the reporter, with any of them', async () => {
    const bare = await bareEnding(`fault-${version}`, async () =>
      endOf(await project.run({ args: ['test', '--config', 'without.config.js'] })),
    );
    expect(bare).toMatchObject({ exitCode: 0, report: expect.stringContaining('6 passed') });
    expect(endOf(run)).toEqual(bare);
  });

  it('prints one line with a key, and none without', () => {
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/^svc: sent 6 results to /),
      expect.stringMatching(/^svc: not sent: connection refused at \S+\. Saved to /),
    ]);
    expect(bodies).toHaveLength(1);
    expect(withoutKey).toBe(0);
    expect(
      readdirSync(project.spoolFolder).filter((name) => name.endsWith('.json.gz')),
    ).toHaveLength(1);
  });

  it('leaves out and reports attachments that are too large, elsewhere or gone', () => {
    expect(bodies.flatMap(artifactTexts)).toEqual(['fine.txt: 4 B']);
    expect(svcLines(run)[0]).toMatch(ODD_ATTACHMENTS_LINE);
  });
});
