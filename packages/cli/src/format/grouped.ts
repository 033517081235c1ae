const GROUPS = new Intl.NumberFormat('en');

/** `178,192`. Numbers of up to four digits are easy to read and stay plain: `1204`. */
export function grouped(count: number): string {
  return Math.abs(count) < 10_000 ? String(count) : GROUPS.format(count);
}
