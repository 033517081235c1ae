import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface PackedFile {
  /** Within the package. */
  path: string;
  /** Unpacked if the file is compressed, as the search index of the documentation is. */
  text: string;
}

/** The files of a tarball that npm gets. */
export function listFiles(tarball: string): PackedFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'svc-packed-files-'));
  try {
    execFileSync('tar', ['-xzf', tarball, '-C', folder]);
    return globSync('**/*', { cwd: folder, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path: relative(join(folder, 'package'), path), text: readText(path) }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readText(path: string): string {
  const bytes = readFileSync(path);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (isGzip) return gunzipSync(bytes).toString();
  return path.endsWith('.br') ? brotliDecompressSync(bytes).toString() : bytes.toString();
}
