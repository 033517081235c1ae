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

const loadOwnDocuments = () => import('./own-documents.ts');
const loadQuarantine = () => import('@svc/contract/gate/quarantine');
const loadKeys = () => import('@svc/contract/people/api-keys');
const loadWebhooks = () => import('@svc/contract/webhooks/webhooks');
const loadDeliveries = () => import('@svc/contract/webhooks/deliveries');

type Row = [command: string, text: string, schema: JsonDocument['schema']];

const ROWS: readonly Row[] = [
  [
    'attention',
    'GET /api/attention',
    async () => (await import('@svc/contract/history/attention')).attention,
  ],
  [
    'executions',
    'GET /api/executions',
    async () => (await import('@svc/contract/executions/executions')).executionPage,
  ],
  [
    'executions show',
    'GET /api/executions/{id}; with --limit only the first results',
    async () => (await import('@svc/contract/executions/executions')).executionDetail,
  ],
  [
    'analyze',
    'the analysis, without id if this machine judged; null without failures',
    async () => {
      const { analysis } = await import('@svc/contract/analysis/analyses');
      return analysis.partial({ id: true }).nullable();
    },
  ],
  [
    'analyze correct',
    'the correction, and the fingerprints that follow it',
    async () => (await import('@svc/contract/analysis/analyses')).feedbackAnswer,
  ],
  [
    'compare',
    'GET /api/compare',
    async () => (await import('@svc/contract/executions/compare')).comparison,
  ],
  [
    'failures',
    'GET /api/failures',
    async () => (await import('@svc/contract/history/failures')).failurePage,
  ],
  [
    'test',
    'GET /api/tests/{testId}; if several tests match, items with them',
    async () => {
      const [{ testDetail, testSummary }, { buildPageSchema: pageOf }] = await Promise.all([
        import('@svc/contract/history/tests'),
        import('@svc/contract/pages'),
      ]);
      return testDetail.or(pageOf(testSummary));
    },
  ],
  [
    'flaky',
    'GET /api/flaky-tests',
    async () => (await import('@svc/contract/history/flaky-tests')).flakyTestPage,
  ],
  [
    'metrics',
    'GET /api/metrics',
    async () => (await import('@svc/contract/history/metrics')).metrics,
  ],
  ['trends', 'GET /api/trends', async () => (await import('@svc/contract/history/trends')).trends],
  [
    'upload',
    'what was sent: of reports one execution, of saved runs each',
    async () => {
      const { reportUploadDocument, savedRunsDocument } = await loadOwnDocuments();
      return reportUploadDocument.or(savedRunsDocument);
    },
  ],
  [
    'gate',
    'GET /api/executions/{id}/gate; of a whole CI run, the gates and their verdict',
    async () => (await loadOwnDocuments()).gateDocument,
  ],
  ['quarantine', 'GET /api/quarantine', async () => (await loadQuarantine()).quarantinePage],
  [
    'quarantine show',
    'GET /api/quarantine/{id}',
    async () => (await loadQuarantine()).quarantineDetail,
  ],
  ['quarantine add', 'the entry', async () => (await loadQuarantine()).quarantineEntry],
  ['quarantine edit', 'the changed entry', async () => (await loadQuarantine()).quarantineEntry],
  ['quarantine remove', 'the lifted entry', async () => (await loadQuarantine()).quarantineEntry],
  ['split', 'the files of each shard', async () => (await loadOwnDocuments()).splitDocument],
  ['webhooks', 'GET /api/ci/webhooks', async () => (await loadWebhooks()).webhookPage],
  ['webhooks show', 'GET /api/ci/webhooks/{id}', async () => (await loadWebhooks()).webhook],
  [
    'webhooks create',
    'the webhook, with a generated secret in `secret`',
    async () => (await loadOwnDocuments()).webhookDocument,
  ],
  ['webhooks update', 'the same', async () => (await loadOwnDocuments()).webhookDocument],
  [
    'webhooks delete',
    'the id of the deleted one',
    async () => (await loadWebhooks()).deletedWebhook,
  ],
  [
    'webhooks deliveries',
    'the deliveries; with one named, all of it',
    async () => {
      const { deliveryDetail, deliveryPage } = await loadDeliveries();
      return deliveryPage.or(deliveryDetail);
    },
  ],
  [
    'webhooks redeliver',
    'the delivery; with --failed how many are sent again',
    async () =>
      (await loadDeliveries()).deliveryDetail.or((await loadOwnDocuments()).redeliveredDocument),
  ],
  ['webhooks test', 'the delivery', async () => (await loadDeliveries()).deliveryDetail],
  [
    'webhooks events',
    'the events; with one named, an example of its body',
    async () => {
      const [{ webhookEventsDocument }, { webhookBody }] = await Promise.all([
        loadOwnDocuments(),
        import('@svc/contract/webhooks/events'),
      ]);
      return webhookEventsDocument.or(webhookBody);
    },
  ],
  [
    'init',
    'what was found, and the change as a diff',
    async () => (await loadOwnDocuments()).initDocument,
  ],
  [
    'projects',
    'the projects, with their counts',
    async () => (await import('@svc/contract/projects')).projectPage,
  ],
  [
    'keys',
    'the API keys, without their texts',
    async () => (await loadKeys()).apiKeyList.pick({ items: true }),
  ],
  [
    'keys create',
    'the key, and its text, which is shown only now',
    async () => (await loadKeys()).createdApiKey,
  ],
  ['keys edit', 'the changed key', async () => (await loadKeys()).listedApiKey],
  ['keys revoke', 'the revoked key', async () => (await loadKeys()).listedApiKey],
  ['open', 'the address', async () => (await loadOwnDocuments()).openDocument],
  [
    'whoami',
    'GET /api/whoami, and where the settings come from',
    async () => (await loadOwnDocuments()).whoamiDocument,
  ],
  ['login', 'the context, and who signed in', async () => (await loadOwnDocuments()).loginDocument],
  ['logout', 'the context that is gone', async () => (await loadOwnDocuments()).logoutDocument],
  [
    'context',
    'the contexts, without credentials',
    async () => (await loadOwnDocuments()).contextsDocument,
  ],
  [
    'context use',
    'the context that is now the current one',
    async () => (await loadOwnDocuments()).contextDocument,
  ],
  [
    'context remove',
    'the context that is gone',
    async () => (await loadOwnDocuments()).contextDocument,
  ],
  ['completion', 'the script', async () => (await loadOwnDocuments()).completionDocument],
  ['doctor', 'the checks', async () => (await loadOwnDocuments()).doctorDocument],
  ['help exit-codes', 'the exit codes', async () => (await loadOwnDocuments()).exitCodesDocument],
];

/** By command, in the order of the help. */
export const JSON_DOCUMENTS: readonly JsonDocument[] = ROWS.map(([command, text, schema]) => ({
  command,
  text,
  schema,
}));
