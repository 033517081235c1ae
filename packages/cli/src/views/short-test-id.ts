// As much as a person copies; two of a hundred thousand tests hardly share as many.
const USUAL_DIGITS = 8;

/** How the id begins, as `svc test` takes it: long enough to tell it from these others. */
export function shortTestId(testId: string, others: readonly string[] = []): string {
  let digits = USUAL_DIGITS;
  const isShared = (other: string) => other !== testId && other.startsWith(testId.slice(0, digits));
  while (others.some(isShared)) digits++;
  return testId.slice(0, digits);
}
