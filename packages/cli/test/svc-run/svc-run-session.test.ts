import { beforeAll, expect, it, vi } from 'vitest';
import type { TestServer } from '@svc/server/test/server.ts';
import { makeShell, makeSignedInShell, startSessionServer } from '../session-server.ts';
import { GATED_PROJECTS } from './gated-projects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let server: TestServer;
beforeAll(async () => {
  server = await startSessionServer();
});

it('reports with the session of svc login, and asks the gate with it', async () => {
  const [vitest] = GATED_PROJECTS;
  if (vitest === undefined) throw new Error('there is no project');
  using project = vitest.makeProject();
  const { svc } = await makeSignedInShell(server);
  const red = await svc(['run', '--', process.execPath, ...vitest.command], {
    directory: project.folder,
    env: { SVC_PROJECT: 'session', BREAK: 'no suggestion' },
  });
  expect(red.stderr).toContain('svc: sent ');
  expect(red.stderr).toContain('svc: exit status 1: the gate fails\n');
  expect(red.status).toBe(1);
});

it('says that svc gate without an execution needs another key than one that may only upload', async () => {
  const { svc } = await makeSignedInShell(server);
  const made = await svc(['keys', 'create', 'ci', '--scope', 'ingest', '-q']);
  expect(made.status).toBe(0);
  const shell = await makeShell();
  const env = { SVC_URL: server.url, SVC_API_KEY: made.stdout.trim(), SVC_PROJECT: 'session' };
  const inCi = { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '77', GITHUB_SHA: 'a'.repeat(40) };
  const asked = [
    await shell.svc(['gate', '--wait'], { env: { ...env, ...inCi } }),
    await shell.svc(['gate', 'latest'], { env }),
  ];
  const refused = {
    status: 3,
    stdout: '',
    stderr:
      'svc: this key may only upload, and finding executions needs one with the scope full\n' +
      'try: set SVC_API_KEY to such a key, or name an execution that this key sent: svc gate ID\n',
  };
  expect(asked).toEqual([refused, refused]);
});
