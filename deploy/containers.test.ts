import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { validate } from 'dockerfile-utils';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readDockerfile } from './test/dockerfile.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

it('has a Dockerfile without complaints, for a server that is not root and stops on a signal', () => {
  const text = read('Dockerfile');
  expect(validate(text)).toEqual([]);
  expect(readDockerfile(text).at(-1)?.config).toMatchObject({
    user: '65532:65532',
    stopSignal: 'SIGTERM',
    entrypoint: ['node', '/opt/svc/entry.js'],
    cmd: ['svc-server'],
    healthcheck: ['node', '/opt/svc/entry.js', 'healthcheck'],
  });
});

it('builds the image with the Node of this repository', () => {
  const { nodeVersion } = parse(read('pnpm-workspace.yaml')) as { nodeVersion: string };
  expect(read('Dockerfile')).toContain(`\nARG NODE_VERSION=${nodeVersion}\n`);
});

it('makes each secret that compose.yaml requires, and other ones each time', () => {
  const text = read('compose.yaml');
  const required = new Set(Array.from(text.matchAll(/\$\{(\w+):\?/g), ([, name = '']) => name));
  const [first, second] = [makeEnv(), makeEnv()];
  expect(required.size).toBeGreaterThan(3);
  for (const name of required) {
    expect(first[name]).toMatch(/^[0-9a-f]{64}$/);
    expect(first[name]).not.toBe(second[name]);
  }
});

it('has values that fit the schema of the chart, which knows each of them', () => {
  const schema = JSON.parse(read('deploy/helm/svc/values.schema.json')) as object;
  const fits = new Ajv({ allowUnionTypes: true }).compile(schema);
  fits(parse(read('deploy/helm/svc/values.yaml')));
  expect(fits.errors).toBeNull();
});

it('has a chart of the version of the packages', () => {
  const { version } = JSON.parse(read('apps/server/package.json')) as { version: string };
  expect(parse(read('deploy/helm/svc/Chart.yaml'))).toMatchObject({ version, appVersion: version });
});

it('sets only settings that the server has', () => {
  const page = read('docs/operate/configuration.md');
  const { services } = parse(read('compose.yaml')) as {
    services: { svc: { environment: Record<string, string> } };
  };
  const helpers = read('deploy/helm/svc/templates/_helpers.tpl');
  const chart = Array.from(helpers.matchAll(/- name: ([A-Z]\w+)/g), ([, name]) => name);
  const set = [...Object.keys(services.svc.environment), ...chart];
  expect(set.length).toBeGreaterThan(10);
  expect(set.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  // Two variables of one name are refused by Kubernetes, or the last one counts.
  const refused = /:= list (.*) \}\}/.exec(helpers)?.[1];
  const ours = chart.filter((name) => name !== 'SVC_TRUST_PROXY');
  expect(ours.filter((name) => refused?.includes(`"${name}"`) !== true)).toEqual([]);
});

function makeEnv(): Record<string, string> {
  const text = execFileSync('sh', [`${ROOT}deploy/compose/make-env`], { encoding: 'utf8' });
  return Object.fromEntries(
    Array.from(text.matchAll(/^(\w+)=(.*)$/gm), ([, name = '', value = '']) => [name, value]),
  );
}

function read(path: string): string {
  return readFileSync(`${ROOT}${path}`, 'utf8');
}
