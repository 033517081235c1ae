/** What one ingest request may hold. Over `bodyBytes` or `results` it is refused with 413; lists over their limit with 400. */
export const INGEST_LIMITS = {
  /** The body after decompression. */
  bodyBytes: 64 * 1024 * 1024,
  results: 100_000,
  files: 100_000,
  titleParts: 100,
  attempts: 1_000,
  errors: 1_000,
  causeDepth: 5,
  stepDepth: 8,
  stepsPerAttempt: 1_000,
  tags: 1_000,
  annotations: 1_000,
  artifacts: 1_000,
  environmentEntries: 100,
  shards: 10_000,
  legLength: 200,
  /**
   * Lists and values one result, all results, and everything beside them may be made of: 413 above. A megabyte
   * of `{}` is 300,000 objects, each of which is checked and complained about.
   */
  valuesPerResult: 250_000,
  valuesOfResults: 5_000_000,
  otherValues: 1_000_000,
} as const;
