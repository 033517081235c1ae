/**
 * Limits of one ingest request. A request over `bodyBytes` or `results` is refused with 413; one with a list over its
 * limit with 400.
 */
export const INGEST_LIMITS = {
  /** The body after decompression. */
  bodyBytes: 64 * 1024 * 1024,
  /** Everything except the results, which are parsed in chunks. 413 above. */
  otherBytes: 24 * 1024 * 1024,
  results: 100_000,
  files: 100_000,
  titleParts: 100,
  attempts: 1_000,
  errors: 1_000,
  /** Run-level errors: how many are stored per execution, and their total size. The others are counted. */
  runErrorsKept: 100,
  runErrorsBytes: 1024 * 1024,
  /** Errors, or steps, of one attempt or file, as JSON. */
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
   * Number of lists and values in one result, in all results, and in everything else: 413 above. A
   * megabyte of `{}` is 300,000 objects, and each is validated and reported.
   */
  valuesPerResult: 250_000,
  valuesOfResults: 5_000_000,
  otherValues: 1_000_000,
} as const;

/** Limits of one comparison of two executions. Its summary counts everything. */
export const COMPARE_LIMITS = {
  /** Number of results, on both sides together, of tests that differ: 400 above. */
  results: 250_000,
  /** Size of their owners, and of their files if a file failed outside its tests: 400 above. */
  textBytes: 24 * 1024 * 1024,
  /** Number of files of one side that failed outside their tests: 400 above. */
  brokenFiles: 10_000,
  /** Number of tests that a list names: the default and the maximum. */
  listed: 1_000,
  listedMost: 5_000,
  /** Size of the titles and files of the named tests, and of their errors; the rest is left out. */
  titleBytes: 8 * 1024 * 1024,
  errorBytes: 8 * 1024 * 1024,
} as const;

/**
 * Limits of the facts that lists return, so that an item of a list stays below 16 KB with any number of shards.
 * Longer texts are cut and further entries left out; nothing is refused. Sizes are in bytes of UTF-8.
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
  /** All parts of a title together; each part is cut in proportion. */
  titleBytes: 16_384,
  /** All annotations of a result as JSON. */
  annotationsBytes: 64 * 1_024,
} as const;
