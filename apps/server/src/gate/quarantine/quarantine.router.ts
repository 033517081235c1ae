import {
  KNOWN_FAILURES,
  knownFailures,
  knownFailuresQuery,
} from '@svc/contract/gate/known-failures';
import {
  quarantineChange,
  quarantineDetail,
  quarantineDetailQuery,
  quarantineEntry,
  quarantineInput,
  quarantineListQuery,
  quarantinePage,
  quarantineQuery,
} from '@svc/contract/gate/quarantine';
import { fullKeyProcedure, memberProcedure, router } from '../../http/trpc/trpc.ts';
import { addEntry } from './add-entry.ts';
import { editEntry } from './edit-entry.ts';
import { openEntry, pageOfEntries } from './entries.service.ts';
import { listKnownFailures } from './known-failures.service.ts';
import { liftEntry } from './lift-entry.ts';

const tags = ['Quarantine and gate'];
const MANAGERS = 'For API keys with the scope `full`, admins and owners.';

export const quarantineRouter = router({
  list: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/quarantine',
        tags,
        summary: 'Quarantine entries, newest first',
        description: 'Active ones, and those that have expired or were lifted.',
      },
    })
    .input(quarantineListQuery)
    .output(quarantinePage)
    .query(({ ctx, input }) => pageOfEntries(ctx.deps, ctx.scope, input)),

  get: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/quarantine/{id}',
        tags,
        summary: 'One entry with the executions in which it excused failures',
        description:
          'Executions count once they have settled, if the entry was active at that time. `limit` and `cursor` page the executions.',
      },
    })
    .input(quarantineDetailQuery)
    .output(quarantineDetail)
    .query(({ ctx, input }) => openEntry(ctx.deps, ctx.scope, input)),

  knownFailures: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/tests/{testId}/known-failures',
        tags,
        summary: 'The failures of a test that an entry can excuse, and where they were seen',
        description:
          `Those of the newest ${KNOWN_FAILURES.results.toLocaleString('en-US')} failing or flaky results in the last ` +
          `${KNOWN_FAILURES.days} days, of every branch. Only \`isDefault\` ones are excused by an entry that names no ` +
          'fingerprints: the author of a change can make the others.',
      },
    })
    .input(knownFailuresQuery)
    .output(knownFailures)
    .query(({ ctx, input }) => listKnownFailures(ctx.deps, ctx.scope, input)),

  add: fullKeyProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/quarantine',
        tags,
        summary: 'Quarantine a test',
        description:
          `${MANAGERS} Excuses failures of a test from the gate until a date, if they have one of the given fingerprints. The test ` +
          'still runs, and its failures stay failures everywhere. 400 without `fingerprints` if the test was not flaky on ' +
          'two commits of the default branch in the last 30 days. 409 if another active entry excuses one of these failures, and with 1,000 active entries.',
      },
    })
    .input(quarantineInput)
    .output(quarantineEntry)
    .mutation(({ ctx, input }) => addEntry(ctx.deps, ctx.scope, input)),

  edit: fullKeyProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/quarantine/{id}',
        tags,
        summary: 'Change an entry',
        description: `${MANAGERS} An absent field stays as it is. 409 if the entry was lifted, and as when adding.`,
      },
    })
    .input(quarantineChange)
    .output(quarantineEntry)
    .mutation(({ ctx, input }) => editEntry(ctx.deps, ctx.scope, input)),

  lift: fullKeyProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/quarantine/{id}',
        tags,
        summary: 'Lift an entry',
        description: `${MANAGERS} From now on it excuses nothing. It stays in the list, with what it excused. An entry that has ended already stays as it is.`,
      },
    })
    .input(quarantineQuery)
    .output(quarantineEntry)
    .mutation(({ ctx, input }) => liftEntry(ctx.deps, ctx.scope, input.id)),
});
