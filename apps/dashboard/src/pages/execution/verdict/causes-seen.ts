import { formatNumber, formatCount } from '../../../format/count.ts';

/**
 * How many causes the project had before. Not `new`: the gate and a comparison call a failure so that the base does not
 * have, however often it was seen elsewhere.
 */
export function describeCausesSeen({ here, before }: { here: number; before: number }): string {
  if (here === 0) return before === 0 ? '' : `${formatCount(before, 'cause')} seen before.`;
  const added = `${formatCount(here, 'cause')} first seen here`;
  return before === 0 ? `${added}.` : `${added}, ${formatNumber(before)} seen before.`;
}
