import { foundation } from './0001-0009/0001-foundation.ts';
import { accounts } from './0001-0009/0002-accounts.ts';
import { rollUps } from './0001-0009/0003-roll-ups.ts';
import { artifacts } from './0001-0009/0004-artifacts.ts';
import { parts } from './0001-0009/0005-parts.ts';
import { speakingExecutions } from './0001-0009/0006-speaking-executions.ts';
import { runErrors } from './0001-0009/0007-run-errors.ts';
import { openParts } from './0001-0009/0008-open-parts.ts';
import { carriedResults } from './0001-0009/0009-carried-results.ts';
import { events } from './0010-0019/0010-events.ts';
import { deleting } from './0010-0019/0011-deleting.ts';
import { keyScopes } from './0010-0019/0012-key-scopes.ts';
import { deletedExecutions } from './0010-0019/0013-deleted-executions.ts';
import { expiredRuns } from './0010-0019/0014-expired-runs.ts';
import { lookUpsById } from './0010-0019/0015-look-ups-by-id.ts';
import { auditLog } from './0010-0019/0016-audit-log.ts';
import { people } from './0010-0019/0017-people.ts';
import { firstSeen } from './0010-0019/0018-first-seen.ts';
import { firstUploads } from './0020-0029/0020-first-uploads.ts';
import { quotas } from './0020-0029/0021-quotas.ts';
import { fingerprintAliases } from './0020-0029/0022-fingerprint-aliases.ts';
import { analyses } from './0020-0029/0023-analyses.ts';
import { webhooks } from './0020-0029/0024-webhooks.ts';
import { quarantine } from './0020-0029/0025-quarantine.ts';
import { whatExcuses } from './0020-0029/0026-what-excuses.ts';
import { keyBounds } from './0020-0029/0027-key-bounds.ts';
import { tries } from './0020-0029/0028-tries.ts';
import { partJobs } from './0020-0029/0029-part-jobs.ts';
import { blockOnlyNew } from './0030-0039/0030-block-only-new.ts';
import { pullRequestIndex } from './0030-0039/0032-pull-requests.ts';
import { sharedSettings } from './0030-0039/0033-shared-settings.ts';
import { chosenBranch } from './0030-0039/0034-chosen-branch.ts';
import type { Migration } from './migration.ts';

/** All steps in order. An explicit list, so that names do not depend on the build. */
export const migrations: readonly Migration[] = [
  foundation,
  accounts,
  rollUps,
  artifacts,
  parts,
  speakingExecutions,
  runErrors,
  openParts,
  carriedResults,
  events,
  deleting,
  keyScopes,
  deletedExecutions,
  expiredRuns,
  lookUpsById,
  auditLog,
  people,
  firstSeen,
  firstUploads,
  quotas,
  fingerprintAliases,
  analyses,
  webhooks,
  quarantine,
  whatExcuses,
  keyBounds,
  tries,
  partJobs,
  blockOnlyNew,
  pullRequestIndex,
  sharedSettings,
  chosenBranch,
];
