import { readFileSync } from 'node:fs';

/** The version in this package's own package.json, which is next to `src` and `dist`. */
export function readSvcVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version);
  }
  throw new Error('package.json of the svc command has no version');
}
