import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Folder, NODES } from './folder.ts';
import { FRAMEWORKS, PROJECTS, VERSIONS, writeProject } from './framework-project.ts';

const { url, apiKey } = inject('server');
const { '@svc/server': _, ...tarballs } = inject('tarballs');

describe.each(NODES)('on Node %s', (node) => {
  const folder = new Folder(node);
  const env = { SVC_URL: url, SVC_API_KEY: apiKey, SVC_PROJECT: `packed-${node}` };

  beforeAll(async () => {
    folder.write({ 'package.json': '{ "name": "shop", "private": true }' });
    await folder.npmInstall(...VERSIONS[node], ...Object.values(tarballs));
  });

  it.each(FRAMEWORKS)('the %s reporter sends a run, and svc shows what failed', async (name) => {
    writeProject(folder, name);
    const run = await folder.run('npx', PROJECTS[name].command, { ...env, SVC_NAME: name });
    expect(run).toMatchObject({ status: 1, stderr: expect.stringMatching(/^svc: sent/m) });
    const shown = await folder.run(
      'npx',
      ['@svc/cli', 'executions', 'show', 'latest', '--json'],
      env,
    );
    expect(shown.stderr).toBe('');
    expect(JSON.parse(shown.stdout)).toMatchObject({
      name,
      framework: name,
      status: 'failed',
      environment: { runtime: expect.stringContaining(`${node}.`) },
      totals: { passed: 1, failed: 1 },
      results: expect.arrayContaining([
        expect.objectContaining({ title: 'keeps the discount', status: 'failed' }),
      ]),
    });
  });

  it('svc prints its version and its help', async () => {
    const version = await folder.run('npx', ['svc', '--version']);
    expect(version).toEqual({ status: 0, stdout: `${inject('version')}\n`, stderr: '' });
    const help = await folder.run('npx', ['svc', '--help']);
    expect(help.stdout).toContain('Usage: svc <command> [flags]');
  });

  it('the client asks the server', async () => {
    folder.write({ 'ask.mjs': ASK });
    expect(await folder.run('node', ['ask.mjs', url, apiKey])).toEqual({
      status: 0,
      stdout: 'Default true UNAUTHORIZED\n',
      stderr: '',
    });
  });
});

const ASK = `
import { createSvcClient, SvcClientError } from '@svc/client';
const [url, apiKey] = process.argv.slice(2);
const { organization } = await createSvcClient({ url, apiKey }).whoami.get.query({});
const stranger = createSvcClient({ url, apiKey: 'svc_wrong' });
const error = await stranger.whoami.get.query({}).catch((thrown) => thrown);
console.log(organization.name, error instanceof SvcClientError, error.code);
`;
