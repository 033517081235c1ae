/* oxlint-disable no-console -- a command */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Package } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { pack } from './pack.ts';
import { publicPackages } from './public-packages.ts';
import { findForeignLicences, SBOM_FILE, type Sbom } from './release/sbom.ts';

// Packs every public package, and prints what is wrong with the tarballs: `pnpm check:packages`.

const tarballs = mkdtempSync(join(tmpdir(), 'svc-packages-'));
try {
  pack(tarballs);
  for (const one of publicPackages()) {
    const tarball = readFileSync(join(tarballs, one.tarball));
    const complaints = [
      ...(await lint(tarball)),
      ...(await checkTypes(tarball)),
      ...checkLicences(tarball),
    ];
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
  const files = createPackageFromTarballData(tarball);
  const analysis = await checkPackage(files);
  // A command has no types.
  if (analysis.types === false) return [];
  const problems = analysis.problems
    .filter((problem) => problem.kind !== 'CJSResolvesToESM')
    .filter((problem) => !('resolutionKind' in problem && problem.resolutionKind === 'node10'))
    .map((problem) => JSON.stringify(problem));
  return [...problems, ...undeclaredTypes(files)];
}

/** Packages that the types name, and that a strict package manager does not let them find. */
function undeclaredTypes(files: Package): string[] {
  const root = `/node_modules/${files.packageName}`;
  const manifest: Manifest = JSON.parse(files.readFile(`${root}/package.json`));
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const named = files
    .listFiles(`${root}/dist`)
    .filter((file) => file.endsWith('.d.ts'))
    .flatMap((file) => [...files.readFile(file).matchAll(/(?:from |import\()"([^".][^"]*)"/g)])
    .map(([, specifier = '']) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(named)]
    .filter((name) => !declared.includes(name))
    .map((name) => `its types import ${name}, which is no dependency`);
}

/** Of what the package installs, and of what its bundles contain. */
function checkLicences(tarball: Buffer): string[] {
  const files = createPackageFromTarballData(tarball);
  const sbom = files.readFile(`/node_modules/${files.packageName}/${SBOM_FILE}`);
  return findForeignLicences(JSON.parse(sbom) as Sbom).map(
    (component) => `its users would get ${component}, whose licence is not on the list`,
  );
}

interface Manifest {
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

function arrayBufferOf(buffer: Buffer): ArrayBuffer {
  return Uint8Array.from(buffer).buffer;
}
