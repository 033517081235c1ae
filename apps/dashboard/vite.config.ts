import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const SERVER = process.env['SVC_URL'] ?? 'http://localhost:4400';

/** With SVC_API_KEY, `pnpm dev` acts for that key instead of a session. */
const KEY = process.env['SVC_API_KEY'];
const authorization = KEY === undefined ? {} : { headers: { authorization: `Bearer ${KEY}` } };

// The library of menus and dialogs, and the frame of our dialogs.
const OVERLAYS =
  /@mantine\/core|@floating-ui|react-remove-scroll|\/components\/layout\/[a-z-]*dialog/;
// What the overview does without.
const LISTS =
  /\/src\/components\/(?:lists\/(?:list-panel|more-rows|table-)|executions\/(?:executions-table|execution-row|execution-days|compare-action|use-compare-picks))/;
// Without what needs that library: it would come with every page.
const SHARED =
  /\/src\/(?:components|format|frame|keyboard|search)\/(?!.*(?:dialog|menu|created|forms|setup))|\/analysis\/src\/(?:causes|analyze|gate|markdown|verdicts)\/|\/contract\/src\/zod-free\/(?:amounts|capitalize|is-failure|shorten-text)\.|@mantine\/hooks|@tabler|@tanstack|\/clsx\//;

export default defineConfig({
  // One build for a server at any path: server/site.ts.
  base: './',
  plugins: [react(), compressed()],
  resolve: { conditions: ['@svc/source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // A data: address would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
    // The licenses of bundled packages, which must accompany their code.
    license: { fileName: 'THIRD-PARTY-LICENSES.md' },
  },
  server: {
    port: 4401,
    proxy: Object.fromEntries(
      ['/api', '/trpc', '/artifacts'].map((path) => [
        path,
        { target: SERVER, changeOrigin: true, ...authorization },
      ]),
    ),
  },
});

/**
 * Few chunks, because each costs a request: what every page needs, what several pages share, the parts of long lists,
 * and the library of menus and dialogs, which no page needs before somebody opens one. Pages and dialogs keep a chunk
 * of their own.
 */
function chunkGroups() {
  // The bundler's default would put Mantine's dialogs into the chunk of a page that opens one.
  const alone = { includeDependenciesRecursively: false };
  return [
    { name: 'app', tags: ['$initial' as const], priority: 3, ...alone },
    { name: 'overlays', test: OVERLAYS, minShareCount: 2, priority: 2, ...alone },
    { name: 'lists', test: LISTS, minShareCount: 2, priority: 2, ...alone },
    { name: 'shared', test: SHARED, minShareCount: 2, priority: 1, ...alone },
  ];
}

/** Adds a .br and a .gz beside every text file, so that the server compresses nothing while it answers. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  return {
    name: 'svc:compressed',
    apply: 'build',
    // Not while the bundle is generated: Vite still changes the texts after all plugins.
    async writeBundle({ dir = 'dist' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name));
      for (const name of names) {
        const content = await readFile(join(dir, name));
        const [br, gz] = await Promise.all([brotli(content, quality), zip(content, { level: 9 })]);
        await writeFile(join(dir, `${name}.br`), br);
        await writeFile(join(dir, `${name}.gz`), gz);
      }
    },
  };
}
