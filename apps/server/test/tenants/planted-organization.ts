import { randomUUID } from 'node:crypto';
import type { IngestBody, IngestExecution } from '@svc/contract/executions/ingest';
import { createApiKey } from '../../src/people/api-keys/api-keys.service.ts';
import { createScope } from '../../src/db/scope.ts';
import type { TestApp } from '../app.ts';
import { timeBefore } from '../clock.ts';
import { makeResult, makeUpload, readExecution, settle, upload } from '../make.ts';
import { call } from '../procedures.ts';
import { signInAs } from '../sign-in-as.ts';
import { makeArtifact, only, put } from '../storages/artifacts.ts';

/** Values by which requests refer to what an organization stores. */
export interface References {
  executionId: string;
  otherExecutionId: string;
  number: number;
  executionKey: string;
  idempotencyKey: string;
  runId: string;
  resultId: string;
  testId: string;
  artifactId: string;
  projectId: string;
  project: string;
  branch: string;
  commit: string;
  tag: string;
  owner: string;
  environment: string;
  file: string;
  title: string;
  fingerprint: string;
  keyId: string;
  keyName: string;
  /** Of a member. */
  userId: string;
  email: string;
  organizationId: string;
  sessionId: string;
  invitationId: string;
  analysisId: string;
  webhookId: string;
  deliveryId: string;
  /** Of the quarantine. */
  entryId: string;
}

export interface PlantedOrganization {
  references: References;
  /** The session of its owner. */
  token: string;
  /** Texts that no request contains, so an answer that has one comes from this organization. */
  secrets: string[];
}

/** Values of the same kinds that nothing has. */
export const NOTHING: References = {
  executionId: '0198a0a0-0000-7000-8000-000000000001',
  otherExecutionId: '0198a0a0-0000-7000-8000-000000000002',
  number: 999,
  executionKey: 'absent execution key',
  idempotencyKey: 'absent idempotency key',
  runId: '0198a0a0-0000-7000-8000-000000000003',
  resultId: '0198a0a0-0000-7000-8000-000000000004',
  testId: '00'.repeat(16),
  artifactId: '0198a0a0-0000-7000-8000-000000000005',
  projectId: '0198a0a0-0000-7000-8000-000000000006',
  project: 'absent project',
  branch: 'absent branch',
  commit: '0'.repeat(40),
  tag: 'absent tag',
  owner: 'absent owner',
  environment: 'absent environment',
  file: 'absent/file.test.ts',
  title: 'absent title',
  fingerprint: `fp2:${'00'.repeat(16)}`,
  keyId: '0198a0a0-0000-7000-8000-000000000007',
  keyName: 'absent key',
  userId: '0198a0a0-0000-7000-8000-000000000008',
  email: 'absent@svc.test',
  organizationId: '0198a0a0-0000-7000-8000-000000000009',
  sessionId: '0198a0a0-0000-7000-8000-00000000000a',
  invitationId: '0198a0a0-0000-7000-8000-00000000000b',
  analysisId: '0198a0a0-0000-7000-8000-00000000000c',
  webhookId: '0198a0a0-0000-7000-8000-00000000000d',
  deliveryId: '0198a0a0-0000-7000-8000-00000000000e',
  entryId: '0198a0a0-0000-7000-8000-00000000000f',
};

const SECRET = `secret-${randomUUID()}`;
const FILE = `content of ${SECRET}`;

const NAMES = {
  executionKey: 'planted execution key',
  idempotencyKey: 'planted idempotency key',
  runId: randomUUID(),
  project: 'planted project',
  branch: 'planted branch',
  commit: 'a1b2c3d4'.repeat(5),
  tag: 'planted tag',
  owner: 'planted owner',
  environment: 'planted environment',
  file: 'planted/file.test.ts',
  title: 'planted title',
  keyName: 'planted key',
};

/**
 * An organization with something of every kind: failures, a flaky test, files, output, keys, entries of the audit log, an analysis
 * with feedback, a webhook with a delivery, an entry of the quarantine.
 */
export async function plantOrganization(
  server: TestApp,
  base: string,
): Promise<PlantedOrganization> {
  const { organizationId, apiKey } = await server.makeOrganization(SECRET);
  const owner = await signInAs(server, organizationId, 'owner');
  const { token } = owner;
  const { userId, email } = await signInAs(server, organizationId, 'member');
  const scope = createScope(server.deps.database, organizationId);
  const { record, text } = await createApiKey(server.deps, scope, {
    name: NAMES.keyName,
    createdBy: owner.email,
  });
  const to = { app: server.app, apiKey: text };
  // Newer, but it does not speak: `latest` is this one, and `branch:…` the other.
  const other = await upload(
    to,
    body({
      execution: {
        key: 'other',
        startedAt: timeBefore(1),
        partial: ['filter'],
        // A CI run of its own: another attempt of the same one is no base.
        ci: { provider: 'github', runId: `${SECRET} 2`, actor: SECRET, pullRequest: 1 },
      },
    }),
  );
  const first = await upload(
    to,
    body({ idempotencyKey: NAMES.idempotencyKey, runId: NAMES.runId }),
  );
  const wanted = only(first.uploads);
  await put(base, wanted, FILE);
  await call(server, token, 'settings.setRetention', { resultsDays: 1_234 });
  const { invitation } = await call(server, token, 'members.invite', {
    email: `${SECRET}@svc.test`,
    role: 'member',
  });
  const sessions = await call(server, token, 'account.sessions', {});
  await settle(server);
  const analysis = await call(server, token, 'analyses.analyze', {
    executionId: first.executionId,
  });
  await call(server, token, 'analyses.feedback', {
    id: analysis.id,
    classification: analysis.classification,
  });
  const webhook = await call(server, token, 'webhooks.create', {
    url: `https://hooks.svc.test/${SECRET}`,
    events: ['*'],
    secret: SECRET,
    description: SECRET,
    project: NAMES.project,
  });
  const delivery = await call(server, token, 'webhooks.test', { id: webhook.id });
  const detail = await readExecution(to, first);
  const failing = detail.results.find(({ fingerprint }) => fingerprint !== null);
  const entry = await call(server, token, 'quarantine.add', {
    testId: failing?.testId ?? '',
    fingerprints: 'any',
    reason: SECRET,
    owner: SECRET,
  });
  const { items } = await call(server, token, 'projects.list', {});
  const references = {
    ...NAMES,
    executionId: first.executionId,
    otherExecutionId: other.executionId,
    number: first.number,
    resultId: failing?.id ?? '',
    testId: failing?.testId ?? '',
    fingerprint: failing?.fingerprint ?? '',
    artifactId: wanted.artifactId,
    projectId: only(items).id,
    keyId: record.id,
    userId,
    email,
    organizationId,
    sessionId: sessions.items[0]?.id ?? '',
    invitationId: invitation.id,
    analysisId: analysis.id,
    webhookId: webhook.id,
    deliveryId: delivery.id,
    entryId: entry.id,
  };
  return { references, token, secrets: [SECRET, text, apiKey, token, owner.email, owner.userId] };
}

function body(
  facts: Pick<IngestBody, 'idempotencyKey' | 'runId'> & { execution?: Partial<IngestExecution> },
) {
  const error = { message: `Error: ${SECRET} broke`, stack: SECRET };
  const failed = { status: 'failed' as const, durationMs: 5, errors: [error], stdout: SECRET };
  const passed = { status: 'passed' as const, durationMs: 5 };
  return makeUpload({
    ...facts,
    execution: {
      project: NAMES.project,
      key: NAMES.executionKey,
      name: SECRET,
      status: 'failed',
      startedAt: timeBefore(2),
      git: { branch: NAMES.branch, commit: NAMES.commit, message: SECRET, author: SECRET },
      ci: { provider: 'github', runId: SECRET, actor: SECRET, pullRequest: 1 },
      environment: { name: NAMES.environment, region: SECRET },
      tags: [NAMES.tag],
      errors: [error],
      leg: SECRET,
      ...facts.execution,
    },
    files: [{ file: NAMES.file, durationMs: 1, stdout: SECRET }],
    results: [
      makeResult({
        titlePath: [SECRET, NAMES.title],
        file: NAMES.file,
        status: 'failed',
        attempts: [failed],
        owner: NAMES.owner,
        artifacts: [makeArtifact(SECRET, FILE)],
      }),
      makeResult({
        titlePath: [SECRET, 'flaky'],
        file: NAMES.file,
        attempts: [failed, passed],
        annotations: [{ type: 'note', description: SECRET }],
      }),
    ],
  });
}
