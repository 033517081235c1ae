/** `part` / `whole`; null for 0/0, because a rate of nothing is neither good nor bad. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
