import type { Attention } from '@svc/contract/history/attention';
import { answering, startAnsweringServer } from '@svc/client/test/answering-server.ts';
import { buildApiKey } from '@svc/contract/zod-free/api-key-text';
import { expect, it, onTestFinished } from 'vitest';
import { makeAttentionItem } from '../../../test/samples/make-attention-item.ts';
import { makeExecution } from '../../../test/samples/make-execution.ts';
import { runSvc } from '../../../test/run-svc.ts';

/** A server with these items, and executions of project web. */
async function serverWith(items: Attention['items']) {
  const asked: string[] = [];
  const attention = { items, source: 'ci', localProjects: [], idleDefaultBranches: [] };
  const server = await startAnsweringServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://server');
    const input = url.searchParams.get('input') ?? '';
    asked.push(`${url.pathname} ${input}`);
    const project = { name: 'web' };
    const executions = input.includes('"project":"wbe"') ? [] : [makeExecution()];
    const page = { items: executions, nextCursor: null };
    const projects = { items: [project], nextCursor: null };
    const answers = new Map<string, unknown>([
      ['/trpc/attention.get', attention],
      ['/trpc/projects.list', projects],
    ]);
    const data = answers.get(url.pathname) ?? page;
    answering(200, { result: { data } })(request, response);
  });
  onTestFinished(() => server.close());
  const env = {
    SVC_URL: server.url,
    SVC_API_KEY: buildApiKey('0TestKeyOfTheRepositoryItself0'),
    COLUMNS: '80',
  };
  return { asked, svc: (words: string) => runSvc(words.split(' '), { env }) };
}

it('asks for the project, and shows as many as the limit', async () => {
  const { svc, asked } = await serverWith([makeAttentionItem(), makeAttentionItem()]);
  const { status, stdout } = await svc('attention --project web --limit 1');
  expect({ status, asked }).toEqual({
    status: 0,
    asked: ['/trpc/attention.get {"project":"web"}'],
  });
  expect(stdout).toMatch(/^web · 2 items need attention\n\n✗ main fails: /);
  expect(stdout).toMatch(/\n1 of 2\. More: svc attention --project web --limit 2\n$/);
});

it("prints the contract's data with --json", async () => {
  const items = [makeAttentionItem(), makeAttentionItem({ kind: 'slower' })];
  const { svc } = await serverWith(items);
  expect(JSON.parse((await svc('attention --json')).stdout)).toEqual({
    items,
    source: 'ci',
    localProjects: [],
    idleDefaultBranches: [],
  });
});

it('cuts --json at the limit too', async () => {
  const items = [makeAttentionItem(), makeAttentionItem()];
  const { svc } = await serverWith(items);
  const { stdout } = await svc('attention --project web --limit 1 --json');
  expect(JSON.parse(stdout)).toEqual({
    items: items.slice(0, 1),
    source: 'ci',
    localProjects: [],
    idleDefaultBranches: [],
  });
});

it('says in one line that nothing needs attention', async () => {
  const { svc } = await serverWith([]);
  const { stdout } = await svc('attention --project web');
  expect(stdout).toBe('✓ web: nothing needs attention\n');
});

it.each([
  ['failing', 1, 'svc: --fail-on failing: 1 item\n'],
  ['slower,any', 1, 'svc: --fail-on slower: 1 item\nsvc: --fail-on any: 2 items\n'],
  ['regressions,incomplete,flaky', 0, ''],
])('exits as --fail-on %s says, also for items beyond the limit', async (words, status, stderr) => {
  const { svc } = await serverWith([makeAttentionItem(), makeAttentionItem({ kind: 'slower' })]);
  const run = await svc(`attention --project web --limit 1 --fail-on ${words}`);
  expect({ status: run.status, stderr: run.stderr }).toEqual({ status, stderr });
});

it('does not report a mistyped project as fine', async () => {
  const { svc } = await serverWith([]);
  const { status, stderr } = await svc('attention --project wbe');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "svc: no project 'wbe'; there is only web\ntry: svc executions --project web\n",
  });
});
