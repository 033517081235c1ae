/** The fraction that `part` is of `whole`; 0/0 is null, since a rate of nothing is neither good nor bad. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
