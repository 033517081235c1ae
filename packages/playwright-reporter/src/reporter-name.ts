import { createRequire } from 'node:module';

const manifest: { version: string } = createRequire(import.meta.url)('../package.json');

/** The reporter's name and version in what it sends. */
export const REPORTER = { name: '@svc/playwright-reporter', version: manifest.version };
