// The face of this room: what other rooms may use of it.
export { metricsRouter } from './metrics/metrics.router.ts';
export { trendsRouter } from './trends/trends.router.ts';
