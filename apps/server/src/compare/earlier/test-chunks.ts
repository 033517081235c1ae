// A thousand tests make two concurrent queries of some 20 ms; a hundred make one.
const CHUNK_TESTS = 500;

/** Splits the tests into chunks for concurrent queries. */
export function splitIntoChunks(testIds: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let at = 0; at < testIds.length; at += CHUNK_TESTS) {
    chunks.push(testIds.slice(at, at + CHUNK_TESTS));
  }
  return chunks;
}
