import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { publicPackages, ROOT } from '../public-packages.ts';
import { startPackedServer } from '../test/packed-server.ts';
import { startRegistry, type Registry } from './registry.ts';
import { StrangersMachine } from './strangers-machine.ts';

const NODES = [20, 22, 24] as const;
const REGISTRY_PORT = 4873;

// Packing a release takes some minutes, and so does installing on three machines.
const SETUP_MS = 1_200_000;
const STRANGER_MS = 1_200_000;
const SCOPE = '@rehearsal';

interface Manager {
  /** What makes an empty folder one with the server. */
  install: string[] | null;
  server: [string, ...string[]];
  add: string[];
  run: string[];
}

const MANAGERS: Record<string, Manager> = {
  npm: {
    install: null,
    server: ['npx', '-y', `${SCOPE}/server`],
    add: ['npm', 'install', '--save-dev'],
    run: ['npx'],
  },
  pnpm: {
    install: null,
    server: ['pnpm', 'dlx', `${SCOPE}/server`],
    add: ['pnpm', 'add', '--save-dev'],
    run: ['pnpm', 'exec'],
  },
  yarn: {
    install: ['yarn', 'add', `${SCOPE}/server`],
    server: ['yarn', '--silent', 'svc-server'],
    add: ['yarn', 'add', '--dev'],
    run: ['yarn', '--silent'],
  },
  bun: {
    install: null,
    server: ['bunx', `${SCOPE}/server`],
    add: ['bun', 'add', '--dev'],
    run: ['bunx'],
  },
};

/**
 * A Vitest for each Node. npm 10, which comes with Node 20 and 22, fails to install Vitest 4 by itself ("edgesOut").
 * Yarn 1 installs no peers, such as Vite. Vite 8 has an optional dependency that not every mirror of npm's registry has.
 */
const VITEST = { 20: ['vitest@3'], 22: ['vitest@3'], 24: ['vitest@5', 'vite@7'] };

const PROJECT = {
  // Vitest's esbuild has an install script, which pnpm ignores, and by default calls an error.
  'pnpm-workspace.yaml': 'strictDepBuilds: false\n',
  'package.json': '{ "name": "shop", "private": true, "type": "module" }',
  'vitest.config.js': `export default { test: { reporters: ['default', '${SCOPE}/vitest-reporter'] } };\n`,
  'shop.test.js': `import { expect, test } from 'vitest';
test('adds up', () => expect(1 + 1).toBe(2));
test('keeps the discount', () => expect(90).toBe(100));
`,
};

let registry: Registry;
let published: string;
const machines: StrangersMachine[] = [];

beforeAll(async () => {
  registry = await startRegistry(REGISTRY_PORT);
  published = release(registry);
  machines.push(...NODES.map((node) => new StrangersMachine(node, registry.url)));
}, SETUP_MS);

afterAll(async () => {
  await registry.stop();
  for (const machine of machines) machine.remove();
});

it('publishes every package, and none of them twice', () => {
  for (const { name, version } of publicPackages()) {
    const released = `${SCOPE}/${name.split('/')[1]}@${version}`;
    expect(published).toContain(`✓ ${released}\n`);
  }
  expect(release(registry)).toContain('Every package is published already');
}, 300_000);

it.each(Object.entries(MANAGERS))(
  'a stranger with %s goes from nothing to the first execution',
  async (name, { install, server: command, add, run }) => {
    const [, , newest] = machines;
    const home = newest?.makeFolder(`server-${name}`);
    if (home === undefined) throw new Error('no machine');
    if (install !== null) await home.runWell(install);
    const server = await startPackedServer(home, command, 300_000);
    onTestFinished(() => server.stop());
    expect(server.output()).toContain(`npm install --save-dev ${SCOPE}/vitest-reporter\n`);

    for (const machine of machines) {
      const env = { SVC_URL: server.url, SVC_API_KEY: server.apiKey };
      const project = machine.makeFolder(`project-${name}`, PROJECT);
      const packages = [...VITEST[machine.node], `${SCOPE}/vitest-reporter`, `${SCOPE}/cli`];
      await project.runWell([...add, ...packages]);
      const tests = await project.run([...run, 'vitest', 'run'], env);
      expect(tests).toMatchObject({ status: 1, stderr: expect.stringMatching(/^svc: sent/m) });
      const shown = await project.run(
        [...run, 'svc', 'executions', 'show', 'latest', '--project', 'shop', '--json'],
        env,
      );
      expect(JSON.parse(shown.stdout)).toMatchObject({
        framework: 'vitest',
        status: 'failed',
        reporter: { name: `${SCOPE}/vitest-reporter` },
        environment: { runtime: expect.stringContaining(`${machine.node}.`) },
        totals: { passed: 1, failed: 1 },
      });
    }
    const listed = await fetch(`${server.url}/api/executions`, {
      headers: { authorization: `Bearer ${server.apiKey}` },
    });
    const { data } = (await listed.json()) as { data: { items: unknown[] } };
    expect(data.items).toHaveLength(NODES.length);
  },
  STRANGER_MS,
);

/** `pnpm release` in a clone, because what is not committed is in no release; returns its output. */
function release({ url, upstream, token }: Registry): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-rehearsal-'));
  try {
    const clone = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', ROOT, clone]);
    const settings = join(folder, 'npmrc');
    writeFileSync(
      settings,
      `registry=${upstream}\n//${url.replace('http://', '')}/:_authToken=${token}\n`,
    );
    const names = ['--scope', SCOPE, '--repository', 'https://github.com/rehearsal/svc'];
    return execFileSync(process.execPath, ['packaging/release.ts', ...names, '--registry', url], {
      cwd: clone,
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: folder, NPM_CONFIG_USERCONFIG: settings },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
