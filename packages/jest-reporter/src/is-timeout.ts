/** Only the message identifies a timeout of a test or hook. jest-jasmine2 has a different message. */
export function isTimeout({ message }: { message: string }): boolean {
  return TIMEOUT.test(message);
}

const TIMEOUT =
  /^(?:thrown: "Exceeded timeout of [\d.]+ \S+ for a (?:test|hook)|Timeout - Async callback was not invoked within )/;
