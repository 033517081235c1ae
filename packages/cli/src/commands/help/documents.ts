import type { z } from 'zod';

/**
 * The version of all documents that `--json` prints. Within a version, fields are added. It is raised when a field is
 * removed, renamed, or gets another type or meaning.
 */
export const JSON_VERSION = 1;

/** What `--json` of a command prints. */
export interface JsonDocument {
  /** The words after `svc`. */
  command: string;
  /** What it is, and the path of the API that sends the same. */
  text: string;
  /** Loaded on demand: zod is slow to load. */
  schema: () => Promise<z.ZodType>;
}

const own = () => import('./own-documents.ts');
const quarantine = () => import('@svc/contract/gate/quarantine');
const keys = () => import('@svc/contract/people/api-keys');
const webhooks = () => import('@svc/contract/webhooks/webhooks');
const deliveries = () => import('@svc/contract/webhooks/deliveries');

/** By command, in the order of the help. */
export const JSON_DOCUMENTS: readonly JsonDocument[] = [
  {
    command: 'attention',
    text: 'GET /api/attention',
    schema: async () => (await import('@svc/contract/history/attention')).attention,
  },
  {
    command: 'executions',
    text: 'GET /api/executions',
    schema: async () => (await import('@svc/contract/executions/executions')).executionPage,
  },
  {
    command: 'executions show',
    text: 'GET /api/executions/{id}; with --limit only the first results',
    schema: async () => (await import('@svc/contract/executions/executions')).executionDetail,
  },
  {
    command: 'analyze',
    text: 'the analysis, without id if this machine judged; null without failures',
    schema: async () => {
      const { analysis } = await import('@svc/contract/analysis/analyses');
      return analysis.partial({ id: true }).nullable();
    },
  },
  {
    command: 'analyze correct',
    text: 'the correction, and the fingerprints that follow it',
    schema: async () => (await import('@svc/contract/analysis/analyses')).feedbackAnswer,
  },
  {
    command: 'compare',
    text: 'GET /api/compare',
    schema: async () => (await import('@svc/contract/executions/compare')).comparison,
  },
  {
    command: 'failures',
    text: 'GET /api/failures',
    schema: async () => (await import('@svc/contract/history/failures')).failurePage,
  },
  {
    command: 'test',
    text: 'GET /api/tests/{testId}; if several tests match, items with them',
    schema: async () => {
      const [{ testDetail, testSummary }, { pageOf }] = await Promise.all([
        import('@svc/contract/history/tests'),
        import('@svc/contract/pages'),
      ]);
      return testDetail.or(pageOf(testSummary));
    },
  },
  {
    command: 'flaky',
    text: 'GET /api/flaky-tests',
    schema: async () => (await import('@svc/contract/history/flaky-tests')).flakyTestPage,
  },
  {
    command: 'metrics',
    text: 'GET /api/metrics',
    schema: async () => (await import('@svc/contract/history/metrics')).metrics,
  },
  {
    command: 'trends',
    text: 'GET /api/trends',
    schema: async () => (await import('@svc/contract/history/trends')).trends,
  },
  {
    command: 'upload',
    text: 'what was sent: of reports one execution, of saved runs each',
    schema: async () => {
      const { reportUploadDocument, savedRunsDocument } = await own();
      return reportUploadDocument.or(savedRunsDocument);
    },
  },
  {
    command: 'gate',
    text: 'GET /api/executions/{id}/gate; of a whole CI run, the gates and their verdict',
    schema: async () => (await own()).gateDocument,
  },
  {
    command: 'quarantine',
    text: 'GET /api/quarantine',
    schema: async () => (await quarantine()).quarantinePage,
  },
  {
    command: 'quarantine show',
    text: 'GET /api/quarantine/{id}',
    schema: async () => (await quarantine()).quarantineDetail,
  },
  {
    command: 'quarantine add',
    text: 'the entry',
    schema: async () => (await quarantine()).quarantineEntry,
  },
  {
    command: 'quarantine edit',
    text: 'the changed entry',
    schema: async () => (await quarantine()).quarantineEntry,
  },
  {
    command: 'quarantine remove',
    text: 'the lifted entry',
    schema: async () => (await quarantine()).quarantineEntry,
  },
  {
    command: 'split',
    text: 'the files of each shard',
    schema: async () => (await own()).splitDocument,
  },
  {
    command: 'webhooks',
    text: 'GET /api/ci/webhooks',
    schema: async () => (await webhooks()).webhookPage,
  },
  {
    command: 'webhooks show',
    text: 'GET /api/ci/webhooks/{id}',
    schema: async () => (await webhooks()).webhook,
  },
  {
    command: 'webhooks create',
    text: 'the webhook, with a generated secret in `secret`',
    schema: async () => (await own()).webhookDocument,
  },
  {
    command: 'webhooks update',
    text: 'the same',
    schema: async () => (await own()).webhookDocument,
  },
  {
    command: 'webhooks delete',
    text: 'the id of the deleted one',
    schema: async () => (await webhooks()).deletedWebhook,
  },
  {
    command: 'webhooks deliveries',
    text: 'the deliveries; with one named, all of it',
    schema: async () => {
      const { deliveryDetail, deliveryPage } = await deliveries();
      return deliveryPage.or(deliveryDetail);
    },
  },
  {
    command: 'webhooks redeliver',
    text: 'the delivery; with --failed how many are sent again',
    schema: async () => (await deliveries()).deliveryDetail.or((await own()).redeliveredDocument),
  },
  {
    command: 'webhooks test',
    text: 'the delivery',
    schema: async () => (await deliveries()).deliveryDetail,
  },
  {
    command: 'webhooks events',
    text: 'the events; with one named, an example of its body',
    schema: async () => {
      const [{ webhookEventsDocument }, { webhookBody }] = await Promise.all([
        own(),
        import('@svc/contract/webhooks/events'),
      ]);
      return webhookEventsDocument.or(webhookBody);
    },
  },
  {
    command: 'init',
    text: 'what was found, and the change as a diff',
    schema: async () => (await own()).initDocument,
  },
  {
    command: 'projects',
    text: 'the projects, with their counts',
    schema: async () => (await import('@svc/contract/projects')).projectPage,
  },
  {
    command: 'keys',
    text: 'the API keys, without their texts',
    schema: async () => (await keys()).apiKeyList.pick({ items: true }),
  },
  {
    command: 'keys create',
    text: 'the key, and its text, which is shown only now',
    schema: async () => (await keys()).createdApiKey,
  },
  {
    command: 'keys edit',
    text: 'the changed key',
    schema: async () => (await keys()).listedApiKey,
  },
  {
    command: 'keys revoke',
    text: 'the revoked key',
    schema: async () => (await keys()).listedApiKey,
  },
  {
    command: 'open',
    text: 'the address',
    schema: async () => (await own()).openDocument,
  },
  {
    command: 'whoami',
    text: 'GET /api/whoami, and where the settings come from',
    schema: async () => (await own()).whoamiDocument,
  },
  {
    command: 'login',
    text: 'the context, and who signed in',
    schema: async () => (await own()).loginDocument,
  },
  {
    command: 'logout',
    text: 'the context that is gone',
    schema: async () => (await own()).logoutDocument,
  },
  {
    command: 'context',
    text: 'the contexts, without credentials',
    schema: async () => (await own()).contextsDocument,
  },
  {
    command: 'context use',
    text: 'the context that is now the current one',
    schema: async () => (await own()).contextDocument,
  },
  {
    command: 'context remove',
    text: 'the context that is gone',
    schema: async () => (await own()).contextDocument,
  },
  {
    command: 'completion',
    text: 'the script',
    schema: async () => (await own()).completionDocument,
  },
  {
    command: 'doctor',
    text: 'the checks',
    schema: async () => (await own()).doctorDocument,
  },
  {
    command: 'help exit-codes',
    text: 'the exit codes',
    schema: async () => (await own()).exitCodesDocument,
  },
];
