import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'tsdown';
import { licenses } from './licenses.ts';

/**
 * Bundles every published package from `build`, the compiler's type-checked output, into `dist`. A bundle contains our
 * own packages, so that none of them has to be published for its sake, and each package in `devDependencies` that it
 * imports. Packages in `dependencies` stay imports.
 */

/**
 * Each reporter is one file: fifty separate modules took five times as long to load, which a short test run notices.
 */
const REPORTERS = ['vitest-reporter', 'jest-reporter', 'playwright-reporter'];

/** The demo is a part of the seed, and shares the server's chunks. */
const SERVER = {
  main: 'build/main.js',
  admin: 'build/admin.js',
  demo: '../seed/dist/demo.js',
};

export default defineConfig([
  ...REPORTERS.flatMap((name) => [
    code(`packages/${name}`, ['index'], { deps: { onlyBundle: ['ci-info'] } }),
    types(`packages/${name}`),
  ]),
  code('packages/client', ['index']),
  types('packages/client', { plugins: [routerWithoutServer()] }),
  // jq asks for the folder of its file, which it does not read: its code is part of it.
  code('packages/cli', ['main'], { shims: true }),
  // The installed server has no other packages than Postgres: see docs/trust/dependencies.md.
  code('apps/server', [], {
    entry: SERVER,
    plugins: [licenses(), unusedPartsOfSequelize()],
    // What these are for is never used.
    deps: { neverBundle: ['pg-hstore', 'pg-native'] },
    // Keeps trpc-openapi from describing the whole API at each start, to check what our tests have checked.
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
]);

function code(folder: string, entries: string[], options: UserConfig = {}): UserConfig {
  return {
    ...shared(folder),
    entry: entries.map((name) => `build/${name}.js`),
    dts: false,
    plugins: [licenses()],
    // Without a hash, a new build replaces the files of the previous build.
    outputOptions: { chunkFileNames: '[name].js' },
    ...options,
    deps: { alwaysBundle: /^@svc\//, onlyBundle: false, ...options.deps },
  };
}

/** Leaves out the other databases, and the names of time zones: the server's connections are in UTC. */
function unusedPartsOfSequelize() {
  return {
    name: 'unused-parts-of-sequelize',
    load: {
      filter: {
        id: /sequelize\/lib\/dialects\/(?!postgres|abstract)\w+\/index\.js$|moment-timezone\/data\/packed\/latest\.json$/,
      },
      handler: (id: string) =>
        id.endsWith('.json')
          ? '{ "version": "none", "zones": [], "links": [], "countries": [] }'
          : 'module.exports = {};',
    },
  };
}

/** One declaration file. It must not need zod: the contract declares as an interface what the client names. */
function types(folder: string, options: UserConfig = {}): UserConfig {
  return {
    ...shared(folder),
    entry: 'build/index.d.ts',
    dts: { dtsInput: true, oxc: true },
    // Removes unused imports.
    treeshake: { moduleSideEffects: 'no-external' },
    ...options,
    deps: { alwaysBundle: /^@svc\//, neverBundle: ['zod'], onlyBundle: [] },
  };
}

function shared(folder: string): UserConfig {
  return {
    cwd: fileURLToPath(new URL(`../${folder}`, import.meta.url)),
    platform: 'node',
    target: folder.startsWith('apps/') ? 'node24' : 'node20',
    fixedExtension: false,
    clean: false,
    logLevel: 'warn',
    // Warn of a machine that is busy.
    checks: { pluginTimings: false, bundlerTimings: false },
  };
}

/**
 * The types of the server's procedures, without those of the server itself: the context, and the description for the
 * REST API. A client uses neither, and they would require all of the server's dependencies.
 */
function routerWithoutServer() {
  return {
    name: 'router-without-server',
    load: {
      filter: { id: /apps\/server\/build\/http\/trpc\/trpc\.d\.ts$/ },
      handler: () => 'export type Context = object;\nexport type ProcedureMeta = object;\n',
    },
  };
}
