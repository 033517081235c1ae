import { unified } from '@astrojs/markdown-remark';
import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import { addCopiedLicences } from './src/copied-licences.ts';
import { linkToPages } from './src/link-to-pages.ts';
import { nameInlineScripts } from './src/name-inline-scripts.ts';
import { makeAddressesRelative } from './src/relative-addresses.ts';
import { SIDEBAR } from './src/sidebar.ts';
import { writeTexts } from './src/write-texts.ts';

const BASE = '/docs';
const LICENCES = 'THIRD-PARTY-LICENSES.md';

export default defineConfig({
  base: BASE,
  trailingSlash: 'always',
  // The pictures are screenshots in their final size.
  image: { service: passthroughImageService() },
  markdown: { processor: unified({ rehypePlugins: [linkToPages] }) },
  // The licenses of bundled packages, which must accompany their code.
  vite: { build: { license: { fileName: LICENCES } } },
  integrations: [
    starlight({
      title: 'svc',
      logo: { src: './public/favicon.svg', alt: '' },
      customCss: ['./src/look.css'],
      description: 'Self-hosted test results: what ran, what broke, what is flaky, what changed.',
      sidebar: SIDEBAR,
      credits: false,
    }),
    makeAddressesRelative(BASE),
    writeTexts(),
    addCopiedLicences(LICENCES),
    // Last, because .config/build-pages.ts takes a site with its file for complete.
    nameInlineScripts(),
  ],
});
