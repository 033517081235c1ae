import { accountRouter } from '../features/account/account.router.ts';
import { apiKeysRouter } from '../features/api-keys/api-keys.router.ts';
import { attentionRouter } from '../features/attention/attention.router.ts';
import { auditLogRouter } from '../features/audit-log/audit-log.router.ts';
import { ciAnalysisRouter } from '../features/ci-analysis/ci-analysis.router.ts';
import { compareRouter } from '../features/compare/compare.router.ts';
import { executionsRouter } from '../features/executions/executions.router.ts';
import { failuresRouter } from '../features/failures/failures.router.ts';
import { fileDurationsRouter } from '../features/file-durations/file-durations.router.ts';
import { filtersRouter } from '../features/filters/filters.router.ts';
import { flakyTestsRouter } from '../features/flaky-tests/flaky-tests.router.ts';
import { gateRouter } from '../features/gate/gate.router.ts';
import { pullRequestsRouter } from '../features/gate/pull-requests.router.ts';
import { ingestRouter } from '../features/ingest/ingest.router.ts';
import { membersRouter } from '../features/members/members.router.ts';
import { metricsRouter } from '../features/metrics/metrics.router.ts';
import { noticesRouter } from '../features/notices/notices.router.ts';
import { organizationsRouter } from '../features/organizations/organizations.router.ts';
import { projectsRouter } from '../features/projects/projects.router.ts';
import { quarantineRouter } from '../features/quarantine/quarantine.router.ts';
import { settingsRouter } from '../features/settings/settings.router.ts';
import { testsRouter } from '../features/tests/tests.router.ts';
import { trendsRouter } from '../features/trends/trends.router.ts';
import { webhooksRouter } from '../features/webhooks/webhooks.router.ts';
import { whoamiRouter } from '../features/whoami/whoami.router.ts';
import { overviewRouter } from './overview.ts';
import { router } from './trpc.ts';

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
