import {
  QUARANTINE_DEFAULT_DAYS,
  type QuarantineEntry as EntryAnswer,
  type QuarantineInput,
} from '@svc/contract/gate/quarantine';
import { recordAuditEntry } from '../../audit-log/index.ts';
import { LEAST_COMMITS } from '../../db/conditions/execution-conditions.ts';
import { lockSettings } from '../../db/lock-settings.queries.ts';
import type { RequestScope, Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { findNewestResultEver } from '../../history/newest-results.queries.ts';
import { QuarantineEntry } from '../../db/models/quarantine-entry.ts';
import { recordsOf } from '../../db/models/records.ts';
import { formatQuarantinedTitle } from '../excusals/quarantined-title.ts';
import { listDefaultFingerprints, FLAKY_RUNS_DAYS } from './default-fingerprints.ts';
import { findTest, type QuarantinedTest } from './entries.queries.ts';
import { openListedEntry } from './entries.service.ts';
import {
  DAY_MS,
  parseExpiry,
  buildRefusal,
  refuseOverlap,
  refuseTooMany,
  refuseUnknownFingerprints,
} from './entry-rules.ts';

/**
 * Quarantines a test: excuses its failures with the fingerprints of the request, or with those of its flaky runs on the
 * default branch in the last 30 days.
 * @throws SvcError NOT_FOUND, also for a test of another organization; BAD_REQUEST for an expiry that it may not have,
 * an unknown fingerprint, and without flaky runs; CONFLICT when another active entry excuses one of these failures, and
 * with 1,000 active entries.
 */
export async function addEntry(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: RequestScope,
  { testId, fingerprints: wanted, reason, owner, expiresAt }: QuarantineInput,
): Promise<EntryAnswer> {
  const now = deps.clock.now();
  const expiry =
    expiresAt === undefined
      ? new Date(now.getTime() + QUARANTINE_DEFAULT_DAYS * DAY_MS)
      : parseExpiry(expiresAt, now);
  const test = await requireTest(scope, testId);
  const fingerprints = await chooseFingerprints(scope, test, { wanted, now });
  const framework = (await findNewestResultEver(scope, test.testId))?.framework ?? '';
  const createdBy = scope.principal.name;
  return scope.transaction(async (scope) => {
    await lockSettings(scope);
    // It may have been deleted meanwhile.
    await requireTest(scope, testId);
    await refuseTooMany(scope, now);
    await refuseOverlap(scope, { id: null, ...test, fingerprints }, now);
    const id = deps.random.id();
    const facts = { fingerprints, reason, owner: owner ?? null, expiresAt: expiry };
    await recordsOf(scope, QuarantineEntry).create({
      id,
      projectId: test.projectId,
      testId: test.testId,
      framework,
      ...facts,
      createdAt: now,
      createdBy,
      changedAt: now,
    });
    await recordAuditEntry(deps, scope, {
      action: 'quarantine.added',
      target: { id, name: formatQuarantinedTitle(test.titlePath) },
      details: { testId: test.testId, ...facts, fingerprints: fingerprints ?? 'any' },
    });
    return openListedEntry(deps, scope, id);
  });
}

async function requireTest(scope: Scope, testId: string): Promise<QuarantinedTest> {
  const test = await findTest(scope, testId.toLowerCase());
  if (test === null) throw new SvcError('NOT_FOUND', `There is no test '${testId}'.`);
  return test;
}

async function chooseFingerprints(
  scope: Scope,
  { testId, projectId, titlePath }: QuarantinedTest,
  { wanted, now }: { wanted: QuarantineInput['fingerprints']; now: Date },
): Promise<string[] | null> {
  if (wanted === 'any') return null;
  if (wanted !== undefined) {
    await refuseUnknownFingerprints(scope, { projectId, fingerprints: wanted });
    return wanted;
  }
  const found = await listDefaultFingerprints(scope, { testId, now });
  if (found.length > 0) return found;
  throw buildRefusal(
    'fingerprints',
    `The test '${formatQuarantinedTitle(titlePath)}' was not flaky with the same failure on ${LEAST_COMMITS} commits of the default branch in the last ${FLAKY_RUNS_DAYS} days`,
    'Name the fingerprints of the failures to excuse, or `any`, which excuses every failure of the test.',
  );
}
