import { defineConfig, type UserConfig } from 'tsdown';
import { licenses } from '../../.config/licenses.ts';

/**
 * Bundles what `action.yml` names, with everything that it loads, from the sources: GitHub runs a checkout of this
 * folder, without an install or a build. The output is committed.
 */
export default defineConfig([
  bundle({ index: 'src/main.ts' }, true),
  bundle({ pre: 'src/pre.ts' }),
]);

function bundle(entry: Record<string, string>, withLicenses = false): UserConfig {
  return {
    cwd: import.meta.dirname,
    entry,
    outDir: process.env['SVC_ACTION_DIST'] ?? 'dist',
    platform: 'node',
    target: 'node24',
    fixedExtension: false,
    clean: false,
    dts: false,
    logLevel: 'warn',
    deps: { alwaysBundle: /./, onlyBundle: false },
    inputOptions: { resolve: { conditionNames: ['@svc/source', 'node', 'import'] } },
    // `@actions/core` has an HTTP client for tokens of OIDC, which the action does not use: half a megabyte.
    treeshake: {
      moduleSideEffects: [{ test: /@actions[\\/]|undici|tunnel/, sideEffects: false }],
    },
    outputOptions: { codeSplitting: false },
    // Of the larger bundle, which has all that the other one has.
    plugins: withLicenses ? [licenses()] : [],
  };
}
