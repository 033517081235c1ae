import { formatCount, formatCounted } from '../../../format/count.ts';

/**
 * How many causes the project had before. Not `new`: the gate and a comparison call a failure so that the base does not
 * have, however often it was seen elsewhere.
 */
export function describeCausesSeen({ here, before }: { here: number; before: number }): string {
  if (here === 0) return before === 0 ? '' : `${formatCounted(before, 'cause')} seen before.`;
  const added = `${formatCounted(here, 'cause')} first seen here`;
  return before === 0 ? `${added}.` : `${added}, ${formatCount(before)} seen before.`;
}
