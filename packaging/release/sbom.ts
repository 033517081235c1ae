import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicPackages, ROOT, type PublicPackage } from '../public-packages.ts';

/** The file of a package that lists what it contains and what it installs, in CycloneDX's JSON. */
export const SBOM_FILE = 'dist/sbom.cdx.json';

export interface Sbom {
  metadata: { component: { 'bom-ref': string } };
  components: SbomComponent[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

export interface SbomComponent {
  name: string;
  group?: string;
  version: string;
  'bom-ref': string;
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
  properties?: { name: string; value: string }[];
}

/**
 * Writes the SBOM of every public package into its built `dist`. Installed dependencies have the versions of the
 * lockfile. Bundled packages are those that the `THIRD-PARTY-LICENSES` of the bundles name.
 */
export function writeSboms(run: (command: string, args: string[]) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'svc-sbom-'));
  const packages = publicPackages();
  const pnpm = ['-y', 'pnpm@12'];
  const sbom = ['sbom', '--sbom-format', 'cyclonedx', '--out'];
  const filters = packages.flatMap(({ name }) => ['--filter', name]);
  try {
    run('npx', [...pnpm, ...filters, ...sbom, join(folder, '%s-%v.tgz'), '--prod', '--split']);
    run('npx', [...pnpm, ...sbom, join(folder, 'all.json')]);
    const everything = readSbom(join(folder, 'all.json'));
    for (const one of packages) {
      const installed = dropPeers(readSbom(join(folder, one.tarball)), readOptionalPeers);
      const complete = addBundled(installed, listBundled(one), everything);
      writeFileSync(join(ROOT, one.folder, SBOM_FILE), JSON.stringify(complete));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Without what is only the optional peer of a dependency: this repository has it for other reasons, and installing the
 * package does not bring it.
 */
export function dropPeers(sbom: Sbom, optionalPeersOf: (name: string) => string[]): Sbom {
  const byRef = new Map(sbom.components.map((one) => [one['bom-ref'], one]));
  const edges = new Map(
    sbom.dependencies.map(({ ref, dependsOn }) => {
      const component = byRef.get(ref);
      const peers = component === undefined ? [] : optionalPeersOf(nameOf(component));
      const isPeer = (other: string) => peers.includes(packageName(byRef.get(other)));
      return [ref, dependsOn.filter((other) => !isPeer(other))];
    }),
  );
  const reached = new Set([sbom.metadata.component['bom-ref']]);
  for (const ref of reached) for (const other of edges.get(ref) ?? []) reached.add(other);
  return {
    ...sbom,
    components: sbom.components.filter((one) => reached.has(one['bom-ref'])),
    dependencies: [...edges].flatMap(([ref, dependsOn]) =>
      reached.has(ref) ? [{ ref, dependsOn }] : [],
    ),
  };
}

/** Of an installed package, by `name@version`. */
function readOptionalPeers(name: string): string[] {
  const [folder] = globSync(`${name.replace('/', '+')}{,_*,\\(*}`, { cwd: PNPM_STORE });
  const [packageOnly = ''] = /^@?[^@]+/.exec(name) ?? [];
  if (folder === undefined) return [];
  const manifest = join(PNPM_STORE, folder, 'node_modules', packageOnly, 'package.json');
  const { peerDependenciesMeta = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  };
  return Object.entries(peerDependenciesMeta).flatMap(([peer, { optional }]) =>
    optional === true ? [peer] : [],
  );
}

const PNPM_STORE = join(ROOT, 'node_modules/.pnpm');

/** `name@version` of each package whose code is in the built files. */
function listBundled({ folder }: PublicPackage): string[] {
  const bundled = globSync('dist/**/THIRD-PARTY-LICENSES*', { cwd: join(ROOT, folder) }).flatMap(
    (file) => readBundled(readFileSync(join(ROOT, folder, file), 'utf8')),
  );
  return [...new Set(bundled)].filter((one) => !one.startsWith('@svc/')).toSorted();
}

export function readBundled(licences: string): string[] {
  return Array.from(
    licences.matchAll(BUNDLED),
    ([, name = '', version = '']) => `${name}@${version}`,
  );
}

/** A heading of these files: `## react - 19.3.1 (MIT)` of Vite, or `zod 4.6.7 (MIT)` of our own. */
const BUNDLED = /^(?:## )?((?:@[\w.-]+\/)?[\w.-]+)(?: -)? (\d+\.\d+\.\d\S*) \(.+\)$/gm;

/** @throws Error if a bundled package is in no SBOM, because nothing is known about it. */
export function addBundled(installed: Sbom, bundled: string[], everything: Sbom): Sbom {
  const known = new Map(everything.components.map((one) => [nameOf(one), one]));
  const missing = bundled.filter((name) => !known.has(name));
  if (missing.length > 0) throw new Error(`The lockfile has no ${missing.join(', ')}`);
  const added = bundled.flatMap((name) => known.get(name) ?? []).map(markBundled);
  const isAdded = new Set(added.map((one) => one['bom-ref']));
  const root = installed.metadata.component['bom-ref'];
  return {
    ...installed,
    components: [...installed.components.filter((one) => !isAdded.has(one['bom-ref'])), ...added],
    dependencies: installed.dependencies.map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: ref === root ? [...new Set([...dependsOn, ...isAdded])] : dependsOn,
    })),
  };
}

/** A property of CycloneDX's own list for npm. */
function markBundled(component: SbomComponent): SbomComponent {
  const bundled = { name: 'cdx:npm:package:bundled', value: 'true' };
  return { ...component, properties: [...(component.properties ?? []), bundled] };
}

/** Components of an SBOM whose licence is not among those that we accept, each with its licence. */
export function findForeignLicences({ components }: Sbom): string[] {
  return components.flatMap((component) => {
    const licences = (component.licenses ?? []).map((one) =>
      'expression' in one ? one.expression : (one.license.id ?? one.license.name ?? 'unknown'),
    );
    return licences.length > 0 && licences.every(isAccepted)
      ? []
      : [`${nameOf(component)} (${licences.join(', ') || 'no licence'})`];
  });
}

/** Whether one may choose only accepted licences of an SPDX expression. `AND` binds more tightly than `OR`. */
function isAccepted(expression: string): boolean {
  const [group, inner] = /\(([^()]*)\)/.exec(expression) ?? [];
  if (group !== undefined && inner !== undefined) {
    return isAccepted(expression.replace(group, isAccepted(inner) ? 'MIT' : 'none'));
  }
  return expression.split(' OR ').some((choice) => choice.split(' AND ').every(isFree));
}

/** Licences that let everybody use svc for anything, as its own does. */
function isFree(licence: string): boolean {
  return /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|OFL-1\.1|PostgreSQL)$/.test(
    licence,
  );
}

function nameOf(component: SbomComponent): string {
  return `${packageName(component)}@${component.version}`;
}

function packageName(component: SbomComponent | undefined): string {
  const { group, name = '' } = component ?? {};
  return group === undefined ? name : `${group}/${name}`;
}

function readSbom(path: string): Sbom {
  return JSON.parse(readFileSync(path, 'utf8')) as Sbom;
}
