import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testId } from '@svc/contract/zod-free/test-identity';
import { runCommand } from '@svc/reporter-core/test/projects/run-command.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { joinServer } from '@svc/server/test/server.ts';
import { SVC, svcEnv } from '../run-svc.ts';
import { joinShopServer, type ShopServer } from '../shop-server.ts';
import { GATED_PROJECTS, type GatedProject } from './gated-projects.ts';

// Each test starts a framework several times, and machines may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer(joinServer);
});

interface Running {
  directory: string;
  env?: Record<string, string>;
}

const run = (words: readonly string[], { directory, env }: Running) =>
  server.svc(['run', ...words], { directory, env: { COLUMNS: '120', ...env } });

/** The lines of svc itself, in which random values are replaced. */
function saidBySvc(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => /^(svc: exit|[✓✗◌○!] |  )/.test(line));
  return `\n${lines
    .join('\n')
    .replaceAll(/#\d+|(?<=show )\d+/g, 'NUMBER')
    .replaceAll(/fp2:[0-9a-f]{8}/g, 'FINGERPRINT')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE')}\n`;
}

// Vitest has its coverage in a package of its own.
it('shows what is excused beside a coverage threshold, and stays failed', async () => {
  const jest = GATED_PROJECTS.find(({ name }) => name === 'Jest');
  if (jest === undefined) throw new Error('there is no Jest');
  using project = jest.makeProject();
  const coverage = ['--coverage', '--coverageThreshold', '{"global":{"lines":1}}'];
  const tests = () =>
    run(['--', process.execPath, ...jest.command, ...coverage], {
      directory: project.folder,
      env: { SVC_PROJECT: 'covered', BREAK: 'no suggestion' },
    });
  const red = await tests();
  expect([red.status, saidBySvc(red.stderr)]).toEqual([1, expect.stringContaining('✗ gate fails')]);
  await server.svc(['quarantine', 'add', 'suggests', '--reason', 'x', '--any'], {
    env: { SVC_PROJECT: 'covered' },
  });
  const excused = await tests();
  expect(excused.status).toBe(1);
  expect(saidBySvc(excused.stderr)).toContain('✓ gate passes  ');
  expect(saidBySvc(excused.stderr).replaceAll(/\s+/g, ' ')).toContain(
    'svc: exit status 1: every failure is excused, but a coverage threshold may have failed too, and svc cannot tell',
  );
});

it('stays failed for a global teardown of Jest that fails beside an excused failure', async () => {
  const jest = GATED_PROJECTS.find(({ name }) => name === 'Jest');
  if (jest === undefined) throw new Error('there is no Jest');
  using project = jest.makeProject();
  const env = { SVC_PROJECT: 'torn down', BREAK: 'no suggestion' };
  const tests = (...args: string[]) =>
    run(['--', process.execPath, ...jest.command, ...args], { directory: project.folder, env });
  await tests();
  await server.svc(['quarantine', 'add', 'suggests', '--reason', 'x', '--any'], { env });
  expect((await tests()).status).toBe(0);
  writeFileSync(
    join(project.folder, 'teardown.js'),
    `module.exports = () => { throw new Error('no database'); };`,
  );
  const tornDown = await tests('--globalTeardown=<rootDir>/teardown.js');
  expect(tornDown.status).toBe(1);
  expect(saidBySvc(tornDown.stderr).replaceAll(/\s+/g, ' ')).toContain(
    '✗ blocks The run failed outside of tests: The global teardown failed',
  );
});

it('stays failed for a missed coverage threshold of Jest, which fails the gate', async () => {
  const jest = GATED_PROJECTS.find(({ name }) => name === 'Jest');
  if (jest === undefined) throw new Error('there is no Jest');
  using project = jest.makeProject();
  writeFileSync(join(project.folder, 'unused.js'), 'exports.unused = () => 1;\n');
  const coverage = ['--coverage', '--collectCoverageFrom', 'unused.js', '--openHandlesTimeout=0'];
  const threshold = ['--coverageThreshold', '{"global":{"functions":100}}'];
  const missed = await run(['--', process.execPath, ...jest.command, ...coverage, ...threshold], {
    directory: project.folder,
    env: { SVC_PROJECT: 'missed' },
  });
  expect(missed.status).toBe(1);
  expect(missed.stderr).toContain('does not meet global threshold (100%); sent');
  const gate = await server.svc(['gate', 'latest', '--wait', '60'], {
    env: { SVC_PROJECT: 'missed' },
  });
  expect(gate.status).toBe(1);
});

describe.each(GATED_PROJECTS)('$name', ({ name, makeProject, command }: GatedProject) => {
  it('passes for a quarantined failure and says why, and fails for a new one', async () => {
    using project = makeProject();
    const SVC_PROJECT = `gated ${name}`;
    const words = ['--', process.execPath, ...command];
    const tests = (BREAK: string, env: Record<string, string> = {}) =>
      run(words, { directory: project.folder, env: { SVC_PROJECT, BREAK, ...env } });

    const green = await tests('');
    expect(green.status).toBe(0);
    expect(green.stderr).not.toContain('svc: exit status');

    const red = await tests('no suggestion');
    expect(red.status).toBe(1);
    expect(saidBySvc(red.stderr)).toContain('✗ gate fails  ');
    expect(saidBySvc(red.stderr)).toContain('\nsvc: exit status 1: the gate fails\n');

    const id = testId({
      project: SVC_PROJECT,
      file: 'src/search.test.js',
      titlePath: ['suggests'],
    });
    const fingerprint = /fp2:[0-9a-f]{8}/.exec(red.stderr)?.[0] ?? '';
    const added = await server.svc([
      'quarantine',
      'add',
      id,
      '--reason',
      'issue 1482',
      '--fingerprint',
      fingerprint,
    ]);
    expect([added.status, added.stderr]).toEqual([0, '']);

    const excused = await tests('no suggestion');
    expect(excused.status).toBe(0);
    expect(saidBySvc(excused.stderr)).toContain('✓ gate passes  ');
    expect(saidBySvc(excused.stderr)).toContain('\n  quarantined until DATE: issue 1482\n');
    expect(saidBySvc(excused.stderr)).toContain(
      '\nsvc: exit status 0 instead of 1: every failure is excused\n',
    );

    const differently = await tests('the index is gone');
    expect(differently.status).toBe(1);
    expect(saidBySvc(differently.stderr)).toContain(
      '\n  The test is quarantined, but not for this failure: it has another fingerprint',
    );

    const down = await tests('no suggestion', { SVC_URL: 'http://127.0.0.1:1' });
    expect(down.status).toBe(1);
    expect(down.stderr).toContain('svc: exit status 1: a reporter could not send its run: ');
  });

  it.skipIf(process.platform === 'win32')('ends with 130 after Ctrl-C', async () => {
    using project = makeProject();
    let hasInterrupted = false;
    let output = '';
    const ended = await runCommand(SVC, project.folder, {
      args: ['run', '--', process.execPath, ...command],
      env: {
        ...(await svcEnv({ SVC_URL: server.url, SVC_API_KEY: server.apiKey, SLOW: '1' })),
        SVC_PROJECT: 'interrupted',
      },
      onOutput: (text, kill) => {
        output += text;
        if (hasInterrupted || !output.includes('waiting now')) return;
        hasInterrupted = true;
        // Only svc gets the signal, as from a CI runner, and passes it on.
        kill('SIGINT');
        setTimeout(() => kill('SIGINT'), 1_000);
      },
    });
    expect(hasInterrupted).toBe(true);
    expect([ended.exitCode, ended.signal]).toEqual([130, null]);
  });
});
