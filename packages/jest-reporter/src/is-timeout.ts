/** Jest tells a time-out, of a test or of its hook, by its message alone. */
export function isTimeout({ message }: { message: string }): boolean {
  return /^thrown: "Exceeded timeout of [\d.]+ \S+ for a (?:test|hook)/.test(message);
}
