import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { unpackDebianPackage } from './base-images.ts';
import { sh } from './shell.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'svc-compose-'));
const compose = join(folder, 'usr/libexec/docker/cli-plugins/docker-compose');

interface Service {
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
}

// `config` needs no engine.
beforeAll(() => unpackDebianPackage('docker-compose', folder), 600_000);

it('is accepted by docker compose, with the secrets of make-env', () => {
  sh('sh "$root/deploy/compose/make-env" > "$folder/.env"', { root: ROOT, folder });
  const shown = sh('"$compose" --file "$root/compose.yaml" --env-file "$folder/.env" config', {
    compose,
    root: ROOT,
    folder,
  });
  const { services } = parse(shown) as { services: Record<string, Service> };
  expect(Object.keys(services).toSorted()).toEqual(['postgres', 'storage', 'svc']);
  for (const name of Object.keys(services['svc']?.depends_on ?? {})) {
    expect(services['svc']?.depends_on?.[name]?.condition).toBe('service_healthy');
    expect(services[name]?.healthcheck).toBeDefined();
  }
});

it('has the address of the port, unless another one is set', () => {
  const settings = { compose, root: ROOT, folder };
  const show = (lines: string) => {
    sh('{ sh "$root/deploy/compose/make-env"; echo "$lines"; } > "$folder/.env"', {
      ...settings,
      lines,
    });
    const shown = sh(
      '"$compose" --file "$root/compose.yaml" --env-file "$folder/.env" config',
      settings,
    );
    return (parse(shown) as { services: { svc: object } }).services.svc;
  };
  expect(show('')).toMatchObject({ environment: { SVC_BASE_URL: 'http://localhost:4400' } });
  expect(show('SVC_PORT=8080')).toMatchObject({
    environment: { SVC_BASE_URL: 'http://localhost:8080' },
    ports: [{ published: '8080', target: 4400 }],
  });
  const address = 'https://svc.example.com';
  expect(show(`SVC_BASE_URL=${address}`)).toMatchObject({ environment: { SVC_BASE_URL: address } });
});

it('says what to run when there are no secrets', () => {
  expect(() =>
    sh('"$compose" --file "$root/compose.yaml" --env-file /dev/null config', {
      compose,
      root: ROOT,
    }),
  ).toThrow('run once: sh deploy/compose/make-env > .env');
});
