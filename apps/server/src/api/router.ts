import { accountRouter } from '../people/account/account.router.ts';
import { apiKeysRouter } from '../people/api-keys/api-keys.router.ts';
import { attentionRouter } from '../failures/attention/attention.router.ts';
import { auditLogRouter } from '../audit-log/audit-log.router.ts';
import { ciAnalysisRouter } from '../analyses/ci-analysis/ci-analysis.router.ts';
import { compareRouter } from '../compare/compare.router.ts';
import { executionsRouter } from '../executions/executions.router.ts';
import { failuresRouter } from '../failures/failures.router.ts';
import { fileDurationsRouter } from '../executions/file-durations/file-durations.router.ts';
import { filtersRouter } from '../projects/filters/filters.router.ts';
import { flakyTestsRouter } from '../tests/flaky/flaky-tests.router.ts';
import { gateRouter } from '../gate/gate.router.ts';
import { pullRequestsRouter } from '../gate/pull-requests.router.ts';
import { ingestRouter } from '../ingest/ingest.router.ts';
import { membersRouter } from '../people/members/members.router.ts';
import { metricsRouter } from '../figures/metrics/metrics.router.ts';
import { noticesRouter } from '../webhooks/notices/notices.router.ts';
import { organizationsRouter } from '../people/organizations/organizations.router.ts';
import { projectsRouter } from '../projects/projects.router.ts';
import { quarantineRouter } from '../gate/quarantine/quarantine.router.ts';
import { settingsRouter } from '../lifetime/settings/settings.router.ts';
import { testsRouter } from '../tests/tests.router.ts';
import { trendsRouter } from '../figures/trends/trends.router.ts';
import { webhooksRouter } from '../webhooks/administration/webhooks.router.ts';
import { whoamiRouter } from '../people/whoami/whoami.router.ts';
import { overviewRouter } from './overview.ts';
import { router } from '../http/trpc/trpc.ts';

/** Every procedure of the service, served at /trpc, and over REST below /api if it has an `openapi` meta. */
export const appRouter = router({
  account: accountRouter,
  apiKeys: apiKeysRouter,
  attention: attentionRouter,
  auditLog: auditLogRouter,
  analyses: ciAnalysisRouter,
  compare: compareRouter,
  executions: executionsRouter,
  failures: failuresRouter,
  fileDurations: fileDurationsRouter,
  filters: filtersRouter,
  flakyTests: flakyTestsRouter,
  gate: gateRouter,
  ingest: ingestRouter,
  members: membersRouter,
  metrics: metricsRouter,
  notices: noticesRouter,
  overview: overviewRouter,
  organizations: organizationsRouter,
  projects: projectsRouter,
  pullRequests: pullRequestsRouter,
  quarantine: quarantineRouter,
  settings: settingsRouter,
  tests: testsRouter,
  trends: trendsRouter,
  webhooks: webhooksRouter,
  whoami: whoamiRouter,
});

export type AppRouter = typeof appRouter;
