// The face of this room: what other rooms may use of it.
export { changeQuotas, type OwnQuotas } from './change-quotas.ts';
export {
  type Allowance,
  createArtifactGranter,
  exceeded,
  readAllowances,
  requireRoomForArtifact,
  requireRoomForResults,
} from './quotas.ts';
export { correctUsage } from './usage.queries.ts';
