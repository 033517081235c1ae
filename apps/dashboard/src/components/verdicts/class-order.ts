import type { Classification } from '@svc/contract/executions/outcomes';

/** The classes in the order in which every list shows them. */
export const CLASS_ORDER: readonly Classification[] = [
  'REAL_BUG',
  'HEALABLE',
  'INFRA',
  'KNOWN_FLAKE',
];
