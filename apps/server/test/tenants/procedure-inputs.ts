import { testClock } from '../clock.ts';
import { makeUpload } from '../make.ts';
import type { Role } from './caller.ts';
import type { References } from './planted-organization.ts';

/** A call that refers to another organization's things, or to nothing. */
export interface Case {
  input: Record<string, unknown>;
  /** The answer to a caller who may call the procedure at all. */
  status: number;
  /** Other answers, by role. */
  statusOf?: Partial<Record<Role, number>>;
  /** The answer has new ids or times, so two calls cannot be compared. */
  creates?: true;
  /** Who calls; by default everybody. Some calls are limited by the account that they name. */
  by?: Role[];
  /** Also the owner of the things is refused. */
  isRefusal?: true;
  /** Each call needs a caller of its own: it ends the caller's session, or moves it to another organization. */
  endsAccess?: true;
}

/** The id is that of nothing the caller may see. */
const missing = (input: Case['input']): Case => ({ input, status: 404 });
/** A list or figure, which has nothing that fits. */
const empty = (input: Case['input']): Case => ({ input, status: 200 });
/** Changes the caller's own organization, although another one has something of the same name. */
const creating = (input: Case['input']): Case => ({ input, status: 200, creates: true });

/** Refused for every caller, for another reason: a reference is no secret link, or a password is wrong. */
const refused = (status: number, input: Case['input']): Case => ({
  input,
  status,
  isRefusal: true,
});

const NEW_PASSWORD = 'another horse battery staple';

const filtered = ({ project, branch, environment }: References): Case[] =>
  [{}, { project }, { branch }, { environment }, { source: 'all' }].map(empty);

const byExecution = ({ executionId }: References): Case[] => [missing({ id: executionId })];

function uploads({ project, executionKey, idempotencyKey, runId, branch }: References): Case[] {
  const execution = { project, key: executionKey, git: { branch } };
  return [
    creating({ ...makeUpload({ execution, idempotencyKey, runId }) }),
    creating({ ...makeUpload({ execution: { ...execution, merged: true } }) }),
  ];
}

/** What to call each procedure with, in an order in which an owner may call all of them. */
export const PROCEDURE_INPUTS: Record<string, (of: References) => Case[]> = {
  'whoami.get': () => [empty({})],
  'analyses.list': (of) => [
    empty({}),
    empty({ project: of.project }),
    empty({ branch: of.branch }),
    empty({ executionId: of.executionId }),
    empty({ testId: of.testId }),
  ],
  'analyses.get': ({ analysisId }) => [missing({ id: analysisId })],
  'analyses.failures': ({ analysisId }) => [missing({ id: analysisId })],
  'analyses.feedback': ({ analysisId, testId }) => [
    missing({ id: analysisId, classification: 'INFRA', testId }),
  ],
  'analyses.analyze': ({ executionId, project, title, file }) => [
    missing({ executionId }),
    creating({
      failures: [{ title, file, error: { message: 'it broke' } }],
      context: { project },
    }),
  ],
  'attention.get': ({ project }) => [{}, { project }].map(empty),
  'auditLog.list': ({ email }) => [
    empty({}),
    empty({ actor: email }),
    empty({ action: 'settings.retention-changed', from: '2001-01-01' }),
  ],
  'compare.get': ({ executionId, otherExecutionId, project, branch }) => [
    missing({ base: executionId, head: otherExecutionId }),
    missing({ base: executionId, head: 'latest' }),
    missing({ base: 'latest', head: executionId }),
    missing({ base: `branch:${branch}`, head: 'latest', project }),
    missing({ base: `branch:${branch}`, head: otherExecutionId }),
  ],
  'executions.list': (of) => [
    empty({ commit: of.commit }),
    ...[
      ...filtered(of).map(({ input }) => input),
      { tag: [of.tag] },
      { project: of.project, number: of.number },
      { search: of.branch },
      { search: '%' },
      { status: ['failed'] },
      { pullRequest: 1 },
      { speaking: 'true' },
      // A key that may only upload names a commit.
    ].map((input) => ({ ...empty(input), statusOf: { 'ingest key': 403 } })),
  ],
  'executions.branches': filtered,
  'executions.get': byExecution,
  'executions.results': byExecution,
  'executions.files': byExecution,
  'executions.summary': byExecution,
  'executions.rows': byExecution,
  'executions.result': ({ executionId, resultId }) => [missing({ id: executionId, resultId })],
  'fileDurations.list': ({ project }) => [
    empty({ project, before: testClock.now().toISOString() }),
  ],
  'filters.options': ({ project }) => [{}, { project }].map(empty),
  'executions.artifacts': byExecution,
  'failures.list': (of) => [...filtered(of), empty({ search: of.title }), empty({ search: '_' })],
  'flakyTests.list': (of) => [
    ...filtered(of),
    ...[{ search: of.title }, { owner: of.owner }, { minRuns: 1 }, { sort: 'impact' }].map(empty),
  ],
  'metrics.get': filtered,
  'notices.list': () => [empty({})],
  'overview.get': filtered,
  'projects.list': ({ project }) => [{}, { search: project }].map(empty),
  'settings.previewRetention': () => [empty({ resultsDays: 1 })],
  'settings.retention': () => [empty({})],
  'settings.usage': () => [empty({})],
  'tests.list': (of) => [
    ...filtered(of),
    ...[
      { search: of.title },
      { file: of.file },
      { owner: of.owner },
      { testId: [of.testId] },
      { testIdPrefix: of.testId.slice(0, 8) },
    ].map(empty),
  ],
  'tests.get': ({ testId }) => [missing({ testId })],
  'trends.get': filtered,
  'apiKeys.list': () => [empty({})],
  'account.get': () => [empty({})],
  'account.sessions': () => [empty({})],
  'account.invitation': ({ invitationId }) => [refused(404, { token: invitationId })],
  'members.list': () => [empty({})],
  'members.invitations': () => [empty({})],
  'apiKeys.firstUse': ({ keyId }) => [missing({ id: keyId })],
  'ingest.upload': uploads,
  'ingest.uploadTestResults': uploads,
  'apiKeys.create': ({ keyName }) => [creating({ name: `${keyName} too` })],
  'apiKeys.edit': ({ keyId }) => [missing({ id: keyId, name: 'renamed' })],
  'apiKeys.revoke': ({ keyId }) => [missing({ id: keyId })],
  'settings.setRetention': () => [empty({ artifactsDays: 900 })],
  'account.acceptInvitation': ({ invitationId }) => [refused(404, { token: invitationId })],
  'account.changePassword': () => [
    refused(400, { currentPassword: 'not that of anybody', newPassword: NEW_PASSWORD }),
  ],
  'account.confirmSignUp': ({ invitationId }) => [refused(404, { token: invitationId })],
  'account.beginDeviceSignIn': () => [
    { ...creating({ device: 'build-box', program: 'svc/0.1.0' }), by: ['nobody', 'owner'] },
  ],
  'account.finishDeviceSignIn': () => [
    { ...empty({ deviceCode: 'no program has it' }), by: ['nobody', 'owner'] },
  ],
  'account.deviceSignIn': () => [refused(404, { userCode: 'BCDF-GHJK' })],
  'account.approveDeviceSignIn': () => [refused(404, { userCode: 'BCDF-GHJK' })],
  'account.denyDeviceSignIn': () => [refused(404, { userCode: 'BCDF-GHJK' })],
  'account.delete': ({ email }) => [refused(400, { email, password: 'not that of anybody' })],
  'account.endOtherSessions': () => [empty({})],
  'account.rename': () => [empty({ name: 'Somebody' })],
  // Without SVC_SMTP_URL.
  'account.requestPasswordReset': ({ email }) => [
    { ...refused(400, { email }), by: ['nobody', 'owner'] },
  ],
  'account.resetPassword': ({ invitationId }) => [
    refused(404, { token: invitationId, password: NEW_PASSWORD }),
  ],
  'account.signUp': ({ email, invitationId }) => [
    {
      ...refused(403, { name: 'Somebody', password: NEW_PASSWORD, email }),
      by: ['nobody', 'owner'],
    },
    {
      ...refused(404, { name: 'Somebody', password: NEW_PASSWORD, invitation: invitationId }),
      by: ['nobody', 'owner'],
    },
  ],
  'account.switchOrganization': ({ organizationId }) => [missing({ organizationId })],
  'members.changeRole': ({ userId }) => [missing({ userId, role: 'admin' })],
  'members.invite': () => [creating({ email: 'somebody@svc.test', role: 'member' })],
  'members.leave': () => [
    { ...creating({}), endsAccess: true, statusOf: { 'full key': 403, owner: 409 } },
  ],
  'members.remove': ({ userId }) => [missing({ userId })],
  'members.revokeInvitation': ({ invitationId }) => [missing({ id: invitationId })],
  'organizations.create': () => [
    { ...creating({ name: 'Third' }), endsAccess: true, statusOf: { member: 403, admin: 403 } },
  ],
  'organizations.delete': () => [refused(400, { name: 'no organization has this name' })],
  'organizations.rename': () => [creating({ name: 'Mine again' })],
  'gate.get': byExecution,
  'pullRequests.get': ({ project }) => [missing({ project, number: 1 })],
  'settings.gate': () => [empty({})],
  'settings.setGate': () => [creating({ excuseKnownFlakes: false })],
  'quarantine.list': ({ project, testId }) => [
    empty({}),
    empty({ project }),
    empty({ testId, active: 'true' }),
  ],
  'quarantine.get': ({ entryId }) => [missing({ id: entryId })],
  'quarantine.knownFailures': ({ testId }) => [missing({ testId })],
  'quarantine.add': ({ testId, fingerprint }) => [
    { ...missing({ testId, reason: 'flaky', fingerprints: [fingerprint] }), creates: true },
  ],
  'quarantine.edit': ({ entryId }) => [missing({ id: entryId, reason: 'changed' })],
  'quarantine.lift': ({ entryId }) => [missing({ id: entryId })],
  'executions.delete': byExecution,
  'projects.edit': ({ project }) => [
    missing({ name: project, defaultBranch: 'trunk' }),
    missing({ name: project, defaultBranch: null }),
  ],
  'projects.delete': ({ project }) => [missing({ name: project })],
  'webhooks.list': () => [empty({})],
  'webhooks.get': ({ webhookId }) => [missing({ id: webhookId })],
  'webhooks.deliveries': ({ webhookId }) => [
    missing({ id: webhookId }),
    missing({ id: webhookId, status: ['pending'], event: ['webhook.test'] }),
  ],
  'webhooks.delivery': ({ webhookId, deliveryId }) => [missing({ id: webhookId, deliveryId })],
  'webhooks.create': ({ branch }) => [
    creating({ url: 'https://hooks.svc.test/', events: ['*'], branch }),
  ],
  'webhooks.edit': ({ webhookId }) => [missing({ id: webhookId, description: 'changed' })],
  'webhooks.test': ({ webhookId }) => [missing({ id: webhookId })],
  'webhooks.redeliver': ({ webhookId, deliveryId }) => [missing({ id: webhookId, deliveryId })],
  'webhooks.delete': ({ webhookId }) => [missing({ id: webhookId })],
  'account.endSession': ({ sessionId }) => [missing({ id: sessionId })],
};
