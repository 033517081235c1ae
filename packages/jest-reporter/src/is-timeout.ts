/** Jest tells a time-out, of a test or of its hook, by its message alone; jest-jasmine2 has words of its own. */
export function isTimeout({ message }: { message: string }): boolean {
  return TIMEOUT.test(message);
}

const TIMEOUT =
  /^(?:thrown: "Exceeded timeout of [\d.]+ \S+ for a (?:test|hook)|Timeout - Async callback was not invoked within )/;
