/** What one ingest request may hold. Over `bodyBytes` or `results` it is refused with 413; lists over their limit with 400. */
export const INGEST_LIMITS = {
  /** The body after decompression. */
  bodyBytes: 64 * 1024 * 1024,
  /** Of it, everything beside the results, which are read piece by piece: 413 above. */
  otherBytes: 24 * 1024 * 1024,
  results: 100_000,
  files: 100_000,
  titleParts: 100,
  attempts: 1_000,
  errors: 1_000,
  /** Of the run as a whole: how many are kept of an execution, and in how many bytes. The rest is counted. */
  runErrorsKept: 100,
  runErrorsBytes: 1024 * 1024,
  /** Of the errors, and of the steps, of one attempt or file, as JSON. */
  errorsBytes: 2 * 1024 * 1024,
  stepsBytes: 2 * 1024 * 1024,
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

/** What one comparison of two executions may hold. Its summary counts everything. */
export const COMPARE_LIMITS = {
  /** Results on both sides together of tests that differ: 400 above. */
  results: 250_000,
  /** Tests that a list names: what is said when nothing is asked for, and the most that may be asked for. */
  listed: 1_000,
  listedMost: 5_000,
  /** Titles and files of the named tests, and their errors; the rest is left out. */
  titleBytes: 4 * 1024 * 1024,
  errorBytes: 8 * 1024 * 1024,
} as const;

/**
 * What the facts of an execution and of a result may take that lists answer: an item of a list stays below
 * 16 KB, however many shards tell of it. Longer texts are cut and further entries left out, never refused. Bytes are those
 * of UTF-8.
 */
export const FACT_LIMITS = {
  /** Names, versions, branches, commits, owners, variants. */
  nameBytes: 256,
  /** The first lines of a commit message. */
  messageBytes: 512,
  /** Repository and CI run, as addresses; the path of a test file. */
  addressBytes: 1_024,
  legs: 50,
  /** All legs as JSON. */
  legsBytes: 2_048,
  tags: 100,
  tagCharacters: 200,
  /** All tags as JSON. */
  tagsBytes: 2_560,
  environmentValueBytes: 1_024,
  /** The whole environment as JSON. */
  environmentBytes: 2_560,
  /** All parts of a title together; each keeps its share. */
  titleBytes: 16_384,
  /** All annotations of a result as JSON. */
  annotationsBytes: 64 * 1_024,
} as const;
