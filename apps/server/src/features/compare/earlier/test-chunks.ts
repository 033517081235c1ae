// A thousand tests are two questions of some 20 ms at once, and a hundred are one.
const CHUNK_TESTS = 500;

/** As many tests as one connection looks up while another one does the same. */
export function chunksOf(testIds: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let at = 0; at < testIds.length; at += CHUNK_TESTS) {
    chunks.push(testIds.slice(at, at + CHUNK_TESTS));
  }
  return chunks;
}
