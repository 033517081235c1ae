import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildImage, type Image } from './build-image.ts';
import { ClosedNetwork, Container } from './container.ts';
import { startPostgres } from './postgres.ts';
import { sh } from './shell.ts';

const LARGEST_BYTES = 250_000_000;
const folder = mkdtempSync(join(tmpdir(), 'svc-image-'));
let image: Image;
let network: ClosedNetwork;
let settings: Record<string, string>;

beforeAll(async () => {
  const built = buildImage('svc', folder);
  image = built.image;
  network = await ClosedNetwork.open();
  const postgres = startPostgres(network, join(folder, 'postgres'));
  settings = {
    DATABASE_URL: postgres.url,
    SVC_SECRET: 's'.repeat(32),
    SVC_BOOTSTRAP_PASSWORD: 'correct horse battery staple',
  };
  return () => {
    postgres.stop();
    network.close();
    built.remove();
  };
}, 1_200_000);

afterAll(() => {
  sh('rm -rf "$folder"', { folder });
});

it('is smaller than 250 MB', () => {
  expect(image.sizeBytes).toBeLessThan(LARGEST_BYTES);
  // The base image, which is an image of others.
  expect(image.sizeBytes - image.addedBytes).toBeGreaterThan(20_000_000);
});

it.each([
  ['no database', [], ['DATABASE_URL'], /no embedded Postgres for linux.*Set DATABASE_URL/],
  ['no secret', [], ['SVC_SECRET'], /^svc: SVC_SECRET is missing: /],
  ['another command', ['bash'], [], /^svc: the image has no command 'bash'\ntry: svc-server, /],
] as const)('says in one sentence what to do, with %s', async (_, args, missing, line) => {
  const kept = Object.entries(settings).filter(
    ([name]) => !missing.some((other) => other === name),
  );
  const env = Object.fromEntries(kept);
  const container = start(args.length === 0 ? { env } : { args, env });
  expect(await container.end()).not.toBe(0);
  expect(container.output).toMatch(line);
  expect(container.output).not.toContain('    at ');
});

it('says so when its volume belongs to another user or is read-only', async () => {
  for (const [owner, reason] of [
    ['root', 'svc may not write there'],
    ['read-only', 'it cannot be written to'],
  ] as const) {
    const data = owner === 'root' ? mkdtempSync(join(folder, 'data-')) : '/proc/self';
    const container = start({ env: settings, volumes: { '/data': data } });
    expect(await container.end()).toBe(1);
    expect(container.output).toContain(`svc: cannot use the folder /data: ${reason}. Set `);
  }
});

it('brings the database up to date as a job that can write nowhere', async () => {
  const container = start({
    args: ['svc-admin', 'migrate'],
    env: settings,
    volumes: { '/data': '/proc/self' },
  });
  expect(await container.end()).toBe(0);
  expect(container.output).toBe('The database is up to date.\n');
});

it('serves as nobody on a root that is read-only, is healthy, and stops on a signal', async () => {
  const container = start({ env: settings });
  const startMs = await container.untilHealthy(60_000);
  const status = container.readProcess('status');
  expect(status).toMatch(/^Uid:\t65532\t65532\t65532\t65532$/m);
  expect(status).toMatch(/^CapEff:\t0{16}$/m);
  expect(startMs).toBeLessThan(60_000);

  const keys = container.exec(['svc-admin', 'keys', 'list']);
  expect(keys).toMatchObject({ status: 0, stderr: '' });
  expect(keys.stdout).toMatch(/^ID +KEY +SCOPE/);

  const backups = mkdtempSync(join(folder, 'backups-'));
  chownSync(backups, 1000, 1000);
  const backup = start({
    args: ['svc-admin', 'backup', '/backups'],
    env: settings,
    user: '1000',
    volumes: { '/backups': backups },
  });
  expect(await backup.end()).toBe(0);
  expect(backup.output).toMatch(/Backed up [\d,]+ rows/);

  expect(await container.stop()).toBe(0);
  expect(container.output).toMatch(
    /svc: stopping after SIGTERM.*\nsvc: stopped after [\d.]+ s\n$/s,
  );
  expect(container.checkHealth()).toEqual({
    status: 1,
    stdout: '',
    stderr: 'svc: /readyz did not answer: connect ECONNREFUSED 127.0.0.1:4400\n',
  });
});

function start(
  options: Omit<ConstructorParameters<typeof Container>[0], 'image' | 'network'>,
): Container {
  const container = new Container({ image, network, ...options });
  onTestFinished(() => container.kill());
  return container;
}
