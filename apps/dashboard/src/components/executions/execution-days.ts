import { toLocalDay, toMidnight } from '../../search/time-window.ts';

export interface DayGroup<Item> {
  /** `2026-11-21` */
  day: string;
  items: Item[];
}

/** The executions of each local day, in the order in which they come. */
export function groupByDay<Item extends { startedAt: string }>(
  items: readonly Item[],
): DayGroup<Item>[] {
  const groups: DayGroup<Item>[] = [];
  for (const item of items) {
    const day = toLocalDay(new Date(item.startedAt));
    const last = groups.at(-1);
    if (last?.day === day) last.items.push(item);
    else groups.push({ day, items: [item] });
  }
  return groups;
}

/** A day as a heading: `Today, 21 November`, `Friday, 20 November 2025` in another year. */
export function formatDayHeading(day: string, now: Date): string {
  const date = toMidnight(day);
  const words = date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    ...(date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  });
  const today = toLocalDay(now);
  if (day === today) return `Today, ${words}`;
  if (day === toLocalDay(toMidnight(today, -1))) return `Yesterday, ${words}`;
  return `${date.toLocaleDateString('en-GB', { weekday: 'long' })}, ${words}`;
}
