// Short enough to copy; two of a hundred thousand tests rarely share this prefix.
const USUAL_DIGITS = 8;

/** The prefix of the id, as `svc test` accepts it: long enough to distinguish it from these others. */
export function shortTestId(testId: string, others: readonly string[] = []): string {
  let digits = USUAL_DIGITS;
  const isShared = (other: string) => other !== testId && other.startsWith(testId.slice(0, digits));
  while (others.some(isShared)) digits++;
  return testId.slice(0, digits);
}
