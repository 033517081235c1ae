// The face of this room: what other rooms may use of it.
export {
  deleteOrganization,
  deleteOrganizationInScope,
  eraseDeletedOrganizations,
} from './erasure/delete-organization.ts';
export { deleteProject } from './erasure/delete-project.ts';
export {
  eraseAllDeletedExecutions,
  eraseDeletedExecutions,
} from './erasure/erase-deleted-executions.ts';
export { eraseExecution } from './erasure/erase-execution.ts';
export { changeRetention } from './retention/change-retention.ts';
export { listRetention } from './retention/retention-settings.queries.ts';
export { readRetention, type Retention } from './retention/retention-settings.ts';
export { applyRetention } from './retention/retention.ts';
export { retentionSettingsRouter } from './settings/retention-settings.router.ts';
