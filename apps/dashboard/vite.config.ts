import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const SERVER = process.env['SVC_URL'] ?? 'http://localhost:4400';

/** With SVC_API_KEY, `pnpm dev` acts for that key instead of a session. */
const KEY = process.env['SVC_API_KEY'];
const authorization = KEY === undefined ? {} : { headers: { authorization: `Bearer ${KEY}` } };

export default defineConfig({
  plugins: [react(), compressed()],
  resolve: { conditions: ['@svc/source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // A data: address would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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

/** Adds a .br and a .gz beside every text file, so that the server compresses nothing while it answers. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  return {
    name: 'svc:compressed',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => /\.(?:js|css)$/.test(fileName));
      for (const file of texts) {
        const { fileName } = file;
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        const [br, gz] = await Promise.all([brotli(content, quality), zip(content, { level: 9 })]);
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: br });
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gz });
      }
    },
  };
}
