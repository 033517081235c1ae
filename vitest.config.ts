import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultServerConditions } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { moveClock } from './.config/test-setup/clock/test-clock.ts';
import { secondTries } from './.config/test-setup/second-tries.ts';
import { BOUND_TO_REAL_TIME, TEST_FILES, type ProjectName } from './.config/test-projects.ts';

// Packages and images are used with what registries answer, by the machine's time.
const usesRegistry = ['SVC_PACKED', 'SVC_CONTAINERS', 'SVC_REHEARSAL'].some(
  (name) => name in process.env,
);
if (!usesRegistry) await moveClock();

// pnpm's shim of Vitest sets it, so that Node finds the packages of this repository from any folder.
delete process.env['NODE_PATH'];

const root = fileURLToPath(new URL('.', import.meta.url));

// Node itself knows no `module`, and cannot load what some packages (the AWS SDK) offer bundlers under it.
const nodeConditions = defaultServerConditions.filter((condition) => condition !== 'module');

const SOURCE = ['@svc/source', ...nodeConditions];

/** Tests import each package's source; what they spawn (servers, commands, user projects) runs the build. */
const fromSource = {
  root,
  ssr: { resolve: { conditions: SOURCE } },
  // What loads the global set-ups, which takes no settings of `ssr`.
  environments: { __vitest__: { resolve: { conditions: SOURCE } } },
};

const TEMP_FOLDER = '.config/test-setup/temp-folder.ts';
const BUILD = '.config/test-setup/build.ts';
const PACKED = 'packaging/test/global-setup.ts';
const WATCH_STATEMENTS = 'apps/server/test/statements/watch-statements.ts';
const POSTGRES = 'apps/server/test/global-setup.ts';

/** `.ci/clock-ahead` moves the clock by libfaketime, which this tells. */
const unfitForThisClock = process.env['FAKETIME'] === undefined ? [] : BOUND_TO_REAL_TIME;

const isCi = process.env['CI'] !== undefined;
const REPORTER = `${root}packages/vitest-reporter/dist/index.js`;

export default testsBelow(root);

/** What `vitest` runs when it is started in a folder: every package has a `vitest.config.ts` that asks for its own. */
export function testsBelow(folder: string) {
  const others =
    folder === root
      ? []
      : globSync(['packages/*', 'apps/*', '.config', 'deploy', 'packaging'], { cwd: root })
          .filter((other) => other !== relative(root, folder))
          .map((other) => `${other}/**`);
  const project = (name: ProjectName, globalSetup: string[]): TestProjectInlineConfiguration => {
    const { include, exclude } = TEST_FILES[name];
    return {
      ...fromSource,
      test: {
        name,
        include,
        exclude: ['**/node_modules/**', '**/dist/**', ...unfitForThisClock, ...exclude, ...others],
        globalSetup,
        setupFiles: name === 'server' ? [WATCH_STATEMENTS] : [],
        // Loading the server takes longer than most of its tests do.
        isolate: name === 'frameworks',
        // In CI once more. `.ci/run` lists the tests that needed it, and fails when they are many.
        retry: isCi ? 1 : 0,
        testTimeout: 30_000,
        hookTimeout: 60_000,
      },
    };
  };
  return defineConfig({
    ...fromSource,
    test: {
      // With a key, this repository's own reporter too, as `pnpm build` made it.
      reporters: [
        'default',
        ...(isCi ? [secondTries] : []),
        ...(process.env['SVC_API_KEY'] === undefined ? [] : [REPORTER]),
      ],
      // Every processor: of two, Vitest would leave one to itself, which has little to do.
      maxWorkers: '100%',
      // What runs concurrently in a file waits for time limits, and needs no processor meanwhile.
      maxConcurrency: 50,
      // Stopping Postgres takes its time on a busy machine, and must not be cut short.
      teardownTimeout: 60_000,
      projects: [
        project('unit', [TEMP_FOLDER]),
        project('server', [TEMP_FOLDER, POSTGRES]),
        project('frameworks', [TEMP_FOLDER, BUILD, POSTGRES]),
        ...(process.env['SVC_PROVE'] === undefined
          ? []
          : [project('prove', [TEMP_FOLDER, BUILD, POSTGRES])]),
        ...(process.env['SVC_PACKED'] === undefined
          ? []
          : [project('packed', [TEMP_FOLDER, PACKED])]),
        ...(process.env['SVC_CONTAINERS'] === undefined
          ? []
          : [project('containers', [TEMP_FOLDER])]),
        ...(process.env['SVC_REHEARSAL'] === undefined
          ? []
          : [project('rehearsal', [TEMP_FOLDER])]),
      ],
    },
  });
}
