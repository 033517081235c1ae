import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { pack } from '../pack.ts';
import { publicPackages } from '../public-packages.ts';
import { Folder } from './folder.ts';
import { startPackedServer } from './packed-server.ts';

/** Packs every public package, and starts the server from its tarball. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-tarballs-'));
  pack(folder);
  const tarballs = Object.fromEntries(
    publicPackages().map(({ name, tarball }) => [name, join(folder, tarball)]),
  );
  const home = new Folder(24);
  await home.npmInstall(tarballOf(tarballs, '@svc/server'));
  const server = await startPackedServer(home);
  provide('tarballs', tarballs);
  provide('version', publicPackages()[0]?.version ?? '');
  provide('serverFolder', home.path);
  provide('server', { url: server.url, apiKey: server.apiKey, output: server.output() });
  return () => server.stop();
}

function tarballOf(tarballs: Record<string, string>, name: string): string {
  const path = tarballs[name];
  if (path === undefined) throw new Error(`${name} is not public`);
  return path;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Paths by the package's name. */
    tarballs: Record<string, string>;
    /** All public packages have the same. */
    version: string;
    /** Where the server is installed and has its data. */
    serverFolder: string;
    /** The server that runs there, and what it printed when it started. */
    server: { url: string; apiKey: string; output: string };
  }
}
