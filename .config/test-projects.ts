/**
 * Which test file belongs to which Vitest project, by what it needs:
 *
 * - `unit`: nothing but Node. No build, no Postgres.
 * - `server`: a Postgres.
 * - `frameworks`: what users run, in processes of their own: the built server, command and reporters,
 *   and each framework. A build and a Postgres.
 * - `prove`: attacks on the built server, for `pnpm prove` alone, since each takes its time.
 */
export type ProjectName = 'unit' | 'server' | 'frameworks' | 'prove';

/** Runs what is built, wherever the test lies. */
const PROCESS = '{packages,apps}/*/{src,test}/**/*.process.test.ts';

/** Runs the built command. */
const COMMANDS = 'packages/cli/src/commands/**/*.test.ts';

/** The folder `test` of packages whose tests run nothing. */
const PURE = 'packages/{analysis,contract,formats}/test/**/*.test.ts';

/** Tests in `apps` that need no Postgres. */
const PURE_OF_APPS = [
  'apps/bench/src/**/*.test.ts',
  'apps/seed/src/!(copy-sink).test.ts',
  'apps/server/src/{config,secret}.test.ts',
  'apps/server/src/features/artifacts/{byte-range,content-disposition}.test.ts',
  'apps/server/src/features/failures/days.test.ts',
  'apps/server/src/features/ingest/split-results.test.ts',
  'apps/server/src/features/trends/buckets.test.ts',
  'apps/server/src/history/packed-runs.test.ts',
  'apps/server/src/http/{client-address,stalled-bodies}.test.ts',
  'apps/server/src/admission/reading-turns.test.ts',
  'apps/server/src/jobs/every.test.ts',
  'apps/server/src/rollups/test-state.test.ts',
  'apps/server/src/storage/storage.test.ts',
  'apps/server/test/hand-made/hand-made-reference.test.ts',
];

export const TEST_FILES: Record<ProjectName, { include: string[]; exclude: string[] }> = {
  unit: {
    include: ['.config/**/*.test.ts', 'packages/*/src/**/*.test.ts', PURE, ...PURE_OF_APPS],
    exclude: [PROCESS, COMMANDS],
  },
  server: {
    include: ['apps/*/{src,test}/**/*.test.ts'],
    exclude: [PROCESS, ...PURE_OF_APPS],
  },
  frameworks: {
    include: [PROCESS, COMMANDS, 'packages/*/test/**/*.test.ts'],
    exclude: [PURE],
  },
  prove: {
    include: ['apps/server/test/availability/*.{prove,test}.ts'],
    exclude: [],
  },
};

/**
 * Not run where libfaketime moves the clock: what holds the times of files against it, which Node asks for past that
 * library, and random histories, which take minutes and have a clock of their own.
 */
export const BOUND_TO_REAL_TIME = [
  '**/*.property.test.ts',
  '**/dead-runs.test.ts',
  '**/delete-unused*.test.ts',
  '**/storage.test.ts',
  '**/kept-artifacts*.test.ts',
  '**/send-spool*.test.ts',
];
