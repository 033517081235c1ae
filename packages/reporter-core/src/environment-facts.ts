import { INGEST_LIMITS } from '@svc/contract/limits';
import type { Environment } from '@svc/contract/ingest';

/** Where the run took place. `given` comes from the options and outranks what is seen here. */
export function environmentFacts(given: Record<string, string>, isCi: boolean): Environment {
  const facts = {
    name: isCi ? 'ci' : 'local',
    os: process.platform,
    arch: process.arch,
    runtime: `node ${process.versions.node}`,
    ...given,
  };
  return Object.fromEntries(Object.entries(facts).slice(0, INGEST_LIMITS.environmentEntries));
}
