/**
 * Assigns each test file to a Vitest project by its requirements:
 *
 * - `unit`: nothing but Node. No build, no Postgres.
 * - `server`: a Postgres.
 * - `frameworks`: a build and a Postgres. Runs what users run, as processes: the built server, command and reporters,
 *   and each framework.
 * - `prove`: attacks on the built server, webhooks through crashes and under load, reports of 200 MB, and `tenants`, which
 *   also belongs to `server`. Included only if SVC_PROVE is set (`pnpm prove`, `.ci/run`), because each takes long.
 * - `packed`: the registry. Installs the tarballs of the public packages into empty folders and uses them. Included only
 *   if SVC_PACKED is set (`pnpm test:packed`, `.ci/run`), because it installs for minutes.
 * - `containers`: root, Debian's packages and the registry. Carries out the Dockerfile and runs the image. Included only if
 *   SVC_CONTAINERS is set (`.ci/containers`), because it takes minutes.
 * - `rehearsal`: the registry. Publishes a release to a registry of its own, and installs it with every package manager.
 *   Included only if SVC_REHEARSAL is set (`pnpm rehearse`, `.ci/slices`).
 */
export type ProjectName =
  | 'unit'
  | 'server'
  | 'frameworks'
  | 'prove'
  | 'packed'
  | 'containers'
  | 'rehearsal';

/** Tests that run the build, in any folder. */
const PROCESS = '{packages,apps}/*/{src,test}/**/*.process.test.ts';

/** Tests of the CLI that run the command in their process, next to a server. */
const COMMANDS = [
  'packages/cli/src/commands/**/*.server.test.ts',
  'packages/cli/test/readme-commands.test.ts',
];

/** The folder `test` of packages whose tests start no process. */
const PURE = 'packages/{analysis,contract,formats}/test/**/*.test.ts';

/**
 * Tests in `apps` that need no Postgres. `slow-clients.test.ts` and `slow-answers.test.ts` are left out, because other
 * busy tests make them exceed their time limits.
 */
const PURE_OF_APPS = [
  'apps/action/src/**/*.test.ts',
  'apps/action/test/sticky-comment.test.ts',
  'apps/bench/src/**/*.test.ts',
  'apps/dashboard/src/**/*.test.ts',
  'apps/eval/src/**/*.test.ts',
  'apps/seed/src/**/!(copy-sink|verdicts).test.ts',
  'apps/server/src/config.test.ts',
  'apps/server/src/secrets/server-secret.test.ts',
  'apps/server/src/secrets/keyring.test.ts',
  'apps/server/src/admin/text-table.test.ts',
  'apps/server/src/artifacts/transfer/{byte-range,content-disposition}.test.ts',
  'apps/server/src/failures/days.test.ts',
  'apps/server/src/ingest/body/split-results.test.ts',
  'apps/server/src/figures/trends/buckets.test.ts',
  'apps/server/src/db/embedded/library-links.test.ts',
  'apps/server/src/db/connections/connection-shortage.test.ts',
  'apps/server/src/db/connections/outage.test.ts',
  'apps/server/src/db/locks.test.ts',
  'apps/server/src/db/replica/lag.test.ts',
  'apps/server/src/history/packed-runs.test.ts',
  'apps/server/src/http/limits/client-address.test.ts',
  'apps/server/src/limiters/*.test.ts',
  'apps/server/src/http/input/window.test.ts',
  'apps/server/src/jobs/keep-doing.test.ts',
  'apps/server/src/process/arguments.test.ts',
  'apps/server/src/rollups/tests/{quiet-runs,test-state}.test.ts',
  'apps/server/src/storage/{disk-reserve,storage}.test.ts',
  'apps/server/src/executions/life-cycle/test-news/cut-event-text.test.ts',
  'apps/server/src/executions/life-cycle/parts/part-identity.test.ts',
  'apps/server/src/webhooks/formats/**/*.test.ts',
  'apps/server/src/webhooks/sending/**/*.test.ts',
  'apps/server/src/webhooks/delivery/endpoint-*.test.ts',
  'apps/server/test/hand-made/hand-made-reference.test.ts',
  'apps/server/test/statements/judge-statement.test.ts',
];

export const TEST_FILES: Record<ProjectName, { include: string[]; exclude: string[] }> = {
  unit: {
    include: [
      '.config/**/*.test.ts',
      'deploy/*.test.ts',
      'packaging/release/*.test.ts',
      'packages/*/src/**/*.test.ts',
      'examples/{github-workflow,webhook-receiver}/*.test.ts',
      PURE,
      ...PURE_OF_APPS,
    ],
    exclude: [PROCESS, ...COMMANDS],
  },
  server: {
    include: ['apps/*/{src,test}/**/*.test.ts', ...COMMANDS],
    exclude: [PROCESS, ...PURE_OF_APPS],
  },
  frameworks: {
    include: [PROCESS, 'packages/*/test/**/*.test.ts'],
    exclude: [
      PURE,
      'packages/cli/test/readme-commands.test.ts',
      'apps/server/test/availability/**',
    ],
  },
  prove: {
    include: [
      'apps/server/test/availability/*.{prove,test}.ts',
      'apps/server/test/webhooks/*.prove.ts',
      'apps/server/test/tenants/*.test.ts',
      'packages/formats/test/large/*.prove.ts',
    ],
    exclude: [],
  },
  packed: { include: ['packaging/test/*.packed.test.ts'], exclude: [] },
  containers: { include: ['deploy/test/*.container.test.ts'], exclude: [] },
  rehearsal: { include: ['packaging/rehearsal/*.test.ts'], exclude: [] },
};

/**
 * Tests that are not run under libfaketime. Some compare the clock with file times, which Node reads without that
 * library. Others run random histories, which take minutes and have their own clock.
 */
export const BOUND_TO_REAL_TIME = [
  '**/*.property.test.ts',
  '**/dead-runs.test.ts',
  '**/delete-unused*.test.ts',
  '**/storage.test.ts',
  '**/kept-artifacts*.test.ts',
  '**/send-spool*.test.ts',
];
