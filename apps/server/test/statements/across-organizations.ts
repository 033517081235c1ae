import type { Rule } from './judge-statement.ts';

interface Exception {
  rules: readonly Rule[];
  because: string;
}

/** A job that looks for work of every organization. It reads without a lock; what it finds is done by organization. */
const LOOKS_FOR_WORK: Exception = {
  rules: ['unbound'],
  because: 'A job looks for work of every organization, without a lock.',
};

/** A job, a start or a command that needs a list of all organizations. */
const LISTS_ORGANIZATIONS: Exception = {
  rules: ['unbound'],
  because: 'It lists organizations, which lie on all nodes.',
};

/** The statements that may break a rule, by `file#function` of the server. */
export const ACROSS_ORGANIZATIONS: Readonly<Record<string, Exception>> = {
  'analyses/due-analyses/due-analyses.queries.ts#listOrganizationsWithDueAnalyses': LOOKS_FOR_WORK,
  'background/upkeep.queries.ts#listOrganizationsWithOldKeys': LOOKS_FOR_WORK,
  'db/organizations.queries.ts#listIds': LISTS_ORGANIZATIONS,
  'db/outbox/events.queries.ts#listOrganizationsWithEvents': LOOKS_FOR_WORK,
  'executions/life-cycle/due-executions.queries.ts#listDueExecutions': LOOKS_FOR_WORK,
  'executions/life-cycle/due-executions.queries.ts#listWaitingExecutions': LOOKS_FOR_WORK,
  'executions/life-cycle/settling.queries.ts#listOrganizationsToSettle': LOOKS_FOR_WORK,
  'executions/life-cycle/test-news/take-test-news.queries.ts#listOrganizationsWithNews':
    LOOKS_FOR_WORK,
  'gate/excusals/excusals.queries.ts#listDueForExcusals': LOOKS_FOR_WORK,
  'gate/excusals/idle-entries.queries.ts#listOrganizationsWithIdleEntries': LOOKS_FOR_WORK,
  'jobs/backlog.queries.ts#listBacklogs': {
    rules: ['unbound'],
    because: '/metrics shows what waits of every organization.',
  },
  'lifetime/erasure/organizations.queries.ts#listDeletedOrganizations': LOOKS_FOR_WORK,
  'lifetime/erasure/projects.queries.ts#listOrganizationsWithDeletedExecutions': LOOKS_FOR_WORK,
  'lifetime/retention/expired-results.queries.ts#listOrganizationsOfWeek': LOOKS_FOR_WORK,
  'lifetime/retention/retention-settings.queries.ts#listRetention': LOOKS_FOR_WORK,
  'people/account/own-organizations.queries.ts#listOwnOrganizations': LISTS_ORGANIZATIONS,
  'people/members/received-invitations.queries.ts#findInvitation': LISTS_ORGANIZATIONS,
  'people/members/received-invitations.queries.ts#listInvitationsOfEmail': LISTS_ORGANIZATIONS,
  'people/organizations/organizations.queries.ts#listOrganizationsWithCounts': LISTS_ORGANIZATIONS,
  'people/organizations/organizations.queries.ts#listOrganizationsNamed': LISTS_ORGANIZATIONS,
  'people/organizations/organizations.queries.ts#makeDefaultOrganization': LISTS_ORGANIZATIONS,
  'rollups/changes.queries.ts#listOrganizationsWithChanges': LOOKS_FOR_WORK,
  'webhooks/delivery/claims.queries.ts#listDueWebhooks': LOOKS_FOR_WORK,
  'webhooks/delivery/old-deliveries.queries.ts#listOrganizationsWithOldDeliveries': LOOKS_FOR_WORK,
  'webhooks/delivery/pausing.queries.ts#listOrganizationsWithLeftDeliveries': LOOKS_FOR_WORK,
  'people/users/all-users.queries.ts#listUsers': LISTS_ORGANIZATIONS,
  'webhooks/sealed-webhooks.queries.ts#countSealed': LISTS_ORGANIZATIONS,
  'webhooks/sealed-webhooks.queries.ts#listWebhooksOfOtherKeys': LISTS_ORGANIZATIONS,
};
