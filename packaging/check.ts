/* oxlint-disable no-console -- a command */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { pack } from './pack.ts';
import { publicPackages } from './public-packages.ts';

// Packs every public package, and prints what is wrong with the tarballs: `pnpm check:packages`.

const tarballs = mkdtempSync(join(tmpdir(), 'svc-packages-'));
try {
  pack(tarballs);
  for (const one of publicPackages()) {
    const tarball = readFileSync(join(tarballs, one.tarball));
    const complaints = [...(await lint(tarball)), ...(await checkTypes(tarball))];
    console.log(`${one.name}: ${complaints.length === 0 ? 'no problems' : 'not fit for npm'}`);
    for (const complaint of complaints) console.log(`  ${complaint}`);
    if (complaints.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(tarballs, { recursive: true, force: true });
}

async function lint(tarball: Buffer): Promise<string[]> {
  const { messages, pkg } = await publint({
    pack: { tarball: arrayBufferOf(tarball) },
    strict: true,
  });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

/**
 * Accepts that our packages are ES modules, which `require` reads since Node 20.19, and that they have `exports`, which
 * TypeScript's resolution for Node 10 does not read.
 */
async function checkTypes(tarball: Buffer): Promise<string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(tarball));
  // A command has no types.
  if (analysis.types === false) return [];
  return analysis.problems
    .filter((problem) => problem.kind !== 'CJSResolvesToESM')
    .filter((problem) => !('resolutionKind' in problem && problem.resolutionKind === 'node10'))
    .map((problem) => JSON.stringify(problem));
}

function arrayBufferOf(buffer: Buffer): ArrayBuffer {
  return Uint8Array.from(buffer).buffer;
}
