const GROUPS = new Intl.NumberFormat('en');

/** `178,192`; up to four digits are read at a glance and stay as they are: `1204`. */
export function grouped(count: number): string {
  return Math.abs(count) < 10_000 ? String(count) : GROUPS.format(count);
}
