// The face of this room: what other rooms may use of it.
export { liftIdleEntries } from './excusals/lift-idle-entries.ts';
export { recordExcusals } from './excusals/record-excusals.ts';
export { gateRouter } from './gate.router.ts';
export { pullRequestsRouter } from './pull-requests.router.ts';
export { quarantineRouter } from './quarantine/quarantine.router.ts';
export { gateSettingsRouter } from './settings/gate-settings.router.ts';
