import { formatNumber } from '@svc/contract/zod-free/amounts';
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
import { statusTable } from '../../http/trpc/status-table.ts';
import { addEntry } from './add-entry.ts';
import { editEntry } from './edit-entry.ts';
import { openEntry, readEntriesPage } from './entries.service.ts';
import { listKnownFailures } from './known-failures.service.ts';
import { liftEntry } from './lift-entry.ts';

const tags = ['Quarantine and gate'];
const MANAGERS = 'Requires an API key with the scope `full`, an admin or an owner.';

export const quarantineRouter = router({
  list: memberProcedure
    .meta({
      data: true,
      openapi: {
        method: 'GET',
        path: '/quarantine',
        tags,
        summary: 'List quarantine entries, newest first',
        description: 'Lists active, expired and lifted entries.',
      },
    })
    .input(quarantineListQuery)
    .output(quarantinePage)
    .query(({ ctx, input }) => readEntriesPage(ctx.deps, ctx.scope, input)),

  get: memberProcedure
    .meta({
      data: true,
      openapi: {
        method: 'GET',
        path: '/quarantine/{id}',
        tags,
        summary: 'Get a quarantine entry with its excused failures',
        description:
          'Also returns the executions in which the entry excused failures; `limit` and `cursor` page them. An execution ' +
          'counts once it has settled, if the entry was active at that time.',
      },
    })
    .input(quarantineDetailQuery)
    .output(quarantineDetail)
    .query(({ ctx, input }) => openEntry(ctx.deps, ctx.scope, input)),

  knownFailures: memberProcedure
    .meta({
      data: true,
      uncached: 'decides a build, by what has expired at this second',
      openapi: {
        method: 'GET',
        path: '/tests/{testId}/known-failures',
        tags,
        summary: 'List the known failures of a test',
        description:
          'Lists the failures that a quarantine entry can excuse, with the places where they occurred. They are taken from the ' +
          `newest ${formatNumber(KNOWN_FAILURES.results)} failing or flaky results of the last ` +
          `${KNOWN_FAILURES.days} days on all branches. An entry that names no fingerprints excuses only failures with ` +
          '`isDefault`, because the author of a change can cause the others.',
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
        description: [
          `${MANAGERS} The entry excuses failures of the test from the gate until its expiry if they have one of its ` +
            'fingerprints. The test still runs, and its failures stay failures everywhere else.',
          statusTable([
            [
              400,
              'A fingerprint is unknown in the project, or the expiry is not allowed',
              'Correct the field',
            ],
            [
              400,
              'No `fingerprints`, and the test was not flaky with one failure on two commits of the default branch in the last 30 days',
              'Name the fingerprints, or `any`',
            ],
            [404, 'The test does not exist', 'Check `testId`'],
            [
              409,
              'Another active entry of the test excuses one of these failures',
              'Change or lift that entry',
            ],
            [409, 'The organization has 1,000 active entries', 'Lift an entry first'],
          ]),
        ].join('\n\n'),
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
        summary: 'Change a quarantine entry',
        description: [
          `${MANAGERS} An absent field does not change. A later expiry makes an expired entry active again.`,
          statusTable([
            [
              400,
              'A fingerprint is unknown in the project, or the expiry is not allowed',
              'Correct the field',
            ],
            [404, 'The entry does not exist', 'Check the id'],
            [409, 'The entry was lifted', 'Add a new entry'],
            [
              409,
              'Another active entry of the test excuses one of these failures',
              'Change or lift that entry',
            ],
            [409, 'The organization has 1,000 active entries', 'Lift an entry first'],
          ]),
        ].join('\n\n'),
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
        summary: 'Lift a quarantine entry',
        description: `${MANAGERS} The entry excuses nothing from now on. It stays in the list with the failures that it excused. An entry that has already ended does not change.`,
      },
    })
    .input(quarantineQuery)
    .output(quarantineEntry)
    .mutation(({ ctx, input }) => liftEntry(ctx.deps, ctx.scope, input.id)),
});
