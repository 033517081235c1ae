import {
  accountRouter,
  apiKeysRouter,
  membersRouter,
  organizationsRouter,
  whoamiRouter,
} from '../people/index.ts';
import { attentionRouter, failuresRouter } from '../failures/index.ts';
import { auditLogRouter } from '../audit-log/index.ts';
import { ciAnalysisRouter } from '../analyses/index.ts';
import { compareRouter } from '../compare/index.ts';
import { executionsRouter, fileDurationsRouter } from '../executions/index.ts';
import { filtersRouter, projectsRouter } from '../projects/index.ts';
import { flakyTestsRouter, testsRouter } from '../tests/index.ts';
import {
  gateRouter,
  gateSettingsRouter,
  pullRequestsRouter,
  quarantineRouter,
} from '../gate/index.ts';
import { ingestRouter } from '../ingest/index.ts';
import { metricsRouter, trendsRouter } from '../figures/index.ts';
import { noticesRouter, webhooksRouter } from '../webhooks/index.ts';
import { retentionSettingsRouter } from '../lifetime/index.ts';
import { overviewRouter } from './overview.ts';
import { mergeRouters, router } from '../http/trpc/trpc.ts';

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
  settings: mergeRouters(gateSettingsRouter, retentionSettingsRouter),
  tests: testsRouter,
  trends: trendsRouter,
  webhooks: webhooksRouter,
  whoami: whoamiRouter,
});

export type AppRouter = typeof appRouter;
