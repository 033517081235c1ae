import { vitest, type Mutant } from '../mutant.ts';

const SERVER = 'apps/server/src';
const TENANTS = 'apps/server/test/tenants';
const WEBHOOKS = vitest('apps/server/src/webhooks', `${SERVER}/webhooks/administration`);

/** Faults in who may do and see what, and in what the server decides and sends: gate, quarantine, webhooks, limits. */
export const SERVER_ACCESS: Mutant[] = [
  {
    name: 'everybody reads an execution of another organization by its id',
    file: 'apps/server/src/history/executions/execution-rows.queries.ts',
    find: 'WHERE executions.organization_id = $1\n       AND executions.id = $2\n',
    replace: 'WHERE $1::uuid IS NOT NULL\n       AND executions.id = $2\n',
    tests: vitest(`${SERVER}/executions`, TENANTS),
  },
  {
    name: 'the list of webhooks has those of all organizations',
    file: `${SERVER}/webhooks/administration/webhooks.queries.ts`,
    find: '  WHERE webhooks.organization_id = $1`;',
    replace: '  WHERE true`;',
    tests: vitest(`${SERVER}/webhooks/administration`, TENANTS),
  },
  {
    name: 'the name of an API key is refused because another organization has a key with it',
    file: `${SERVER}/people/api-keys/api-keys.queries.ts`,
    find: 'WHERE organization_id = $1\n       AND id IS DISTINCT FROM $3::uuid',
    replace: 'WHERE $1::uuid IS NOT NULL\n       AND id IS DISTINCT FROM $3::uuid',
    tests: vitest(`${SERVER}/people/api-keys`, TENANTS),
  },
  {
    name: 'a part may join an execution outside the bounds of its key',
    file: `${SERVER}/ingest/bounds/require-within-bounds.ts`,
    find: "...(stored === null ? [] : [{ ...toNamedBranches(stored.git), of: 'execution' as const }]),",
    replace: '',
    tests: vitest(`${SERVER}/people/api-keys`),
  },
  {
    name: 'a key that may not claim the base branch claims it by moving the default branch',
    file: 'apps/server/src/rollups/tests/default-branch.queries.ts',
    find: 'WHERE newest.may_claim_base OR newest.base_branch = projects.default_branch',
    replace: '',
    tests: vitest('apps/server/src/rollups/tests'),
  },
  {
    name: 'an admin makes owners',
    file: `${SERVER}/people/members/members.service.ts`,
    find: 'requireOwner(scope, [member.role, role], owners);',
    replace: 'requireOwner(scope, [member.role], owners);',
    tests: vitest(`${SERVER}/people/members`),
  },
  {
    name: 'the last request within the rate limit is refused',
    file: 'apps/server/src/http/limits/rate-limit.ts',
    find: 'count.isOfAdmittedRun === true || count.requests <= limit) return;',
    replace: 'count.isOfAdmittedRun === true || count.requests < limit) return;',
    tests: vitest('apps/server/src/http/limits', 'apps/server/src/people/sign-in'),
  },
  {
    name: 'the gate does not list failures that timed out',
    file: `${SERVER}/gate/facts/gate-facts.queries.ts`,
    find: "AND status IN ('failed', 'timedOut')",
    replace: "AND status = 'failed'",
    tests: vitest(`${SERVER}/gate`),
  },
  {
    name: 'an entry of the quarantine that had expired is recorded as the excuse',
    file: 'apps/server/src/gate/excusals/excusals.queries.ts',
    find: '       AND quarantine_entries.expires_at > executions.settled_at\n',
    replace: '',
    tests: vitest('apps/server/src/gate/excusals', `${SERVER}/gate/quarantine`, `${SERVER}/gate`),
  },
  {
    name: 'a webhook is not tried again after 5 seconds, only after 5 minutes',
    file: 'apps/server/src/webhooks/delivery/retry-schedule.ts',
    find: 'const delay = DELAYS[attempts - 1];',
    replace: 'const delay = DELAYS[attempts];',
    tests: WEBHOOKS,
  },
  {
    name: 'a host name with one public address lets a webhook reach a private one',
    file: 'apps/server/src/webhooks/sending/allowed-address.ts',
    find: 'addresses.every(({ address }) => mayReach(address, config));',
    replace: 'addresses.some(({ address }) => mayReach(address, config));',
    tests: WEBHOOKS,
  },
];
