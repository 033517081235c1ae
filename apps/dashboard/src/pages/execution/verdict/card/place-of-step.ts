import type { PlanStep } from '@svc/contract/analysis/action-plan';
import { formatTestPlace } from '../../../../format/identity.ts';

/** Where to do a step: `src/cart/tax.ts:41`; null if it has no place, or its title names the place. */
export function placeOfStep({
  title,
  file,
  line,
}: Pick<PlanStep, 'title' | 'file' | 'line'>): string | null {
  if (file === null) return null;
  const place = formatTestPlace({ file, line });
  return title.includes(place) ? null : place;
}
