import { chmodSync, chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildImages, type Image } from './build-image.ts';
import { ClosedNetwork, Container, NO_VOLUME } from './container.ts';
import { startPostgres } from './postgres.ts';
import { sh } from './shell.ts';

const LARGEST_BYTES = 250_000_000;
/** The image, and the one without Postgres. */
let svc: Image;
let server: Image;
let network: ClosedNetwork;
let settings: Record<string, string>;
let folder: string;

/** What the end of the file undoes, the last first, also after a failure in the middle. */
const undo: (() => void)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-image-'));
  undo.push(() => sh('rm -rf --one-file-system "$folder"', { folder }));
  // Postgres and the container, which are not root, must be able to enter.
  chmodSync(folder, 0o711);
  const built = buildImages(folder);
  undo.push(built.remove);
  svc = found(built.images, 'svc');
  server = found(built.images, 'server');
  network = await ClosedNetwork.open();
  undo.push(() => network.close());
  const postgres = startPostgres(network, join(folder, 'postgres'));
  undo.push(postgres.stop);
  settings = {
    DATABASE_URL: postgres.url,
    SVC_SECRET: 's'.repeat(32),
    SVC_BOOTSTRAP_PASSWORD: 'correct horse battery staple',
  };
}, 1_200_000);

afterAll(() => {
  for (const step of undo.toReversed()) step();
}, 300_000);

it('is smaller than 250 MB', () => {
  expect(svc.sizeBytes).toBeLessThan(LARGEST_BYTES);
  expect(server.sizeBytes).toBeLessThan(svc.sizeBytes - 50_000_000);
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
  const ofRoot = mkdtempSync(join(folder, 'data-'));
  for (const [data, reason] of [
    [ofRoot, 'svc may not write there'],
    [NO_VOLUME, 'it cannot be written to'],
  ] as const) {
    const container = start({ env: settings, volumes: { '/data': data } });
    expect(await container.end()).toBe(1);
    expect(container.output).toContain(`svc: cannot use the folder /data: ${reason}. Set `);
  }
});

it('brings the database up to date as a job that can write nowhere', async () => {
  const container = start({
    args: ['svc-admin', 'migrate'],
    env: settings,
    volumes: { '/data': NO_VOLUME },
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

it.each([
  ['a server', ['svc-server'], /svc [\d.]+ is ready/],
  ['the demo', ['demo'], /Northtrail|demo/],
])(
  'starts %s with its own Postgres, without any setting',
  async (_, args, line) => {
    const container = start({ image: svc, args });
    await container.untilHealthy(120_000);
    expect(await container.stop()).toBe(0);
    expect(container.output).toMatch(line);
  },
  180_000,
);

function found(images: ReadonlyMap<string, Image>, stage: string): Image {
  const image = images.get(stage);
  if (image === undefined) throw new Error(`the Dockerfile has no stage ${stage}`);
  return image;
}

/** Of the image without Postgres, if none is named. */
function start(options: Partial<ConstructorParameters<typeof Container>[0]>): Container {
  const container = new Container({ image: server, network, ...options });
  onTestFinished(() => container.kill());
  return container;
}
