import { expect, it } from 'vitest';
import {
  addBundled,
  dropPeers,
  findForeignLicences,
  readBundled,
  type Sbom,
  type SbomComponent,
} from './sbom.ts';

function makeComponent(name: string, licence = 'MIT'): SbomComponent {
  return {
    name,
    version: '1.0.0',
    'bom-ref': refOf(name),
    licenses: [{ license: { id: licence } }],
  };
}

/** What each one installs; `root` is the package itself. */
function makeSbom(edges: Record<string, string[]>): Sbom {
  return {
    metadata: { component: { 'bom-ref': refOf('root') } },
    components: Object.keys(edges)
      .filter((name) => name !== 'root')
      .map((name) => makeComponent(name)),
    dependencies: Object.entries(edges).map(([name, others]) => ({
      ref: refOf(name),
      dependsOn: others.map(refOf),
    })),
  };
}

function refOf(name: string): string {
  return `pkg:npm/${name}@1.0.0`;
}

function namesOf({ components }: Sbom): string[] {
  return components.map(({ name }) => name);
}

it('leaves out optional peers, and what only they bring', () => {
  const edges = { root: ['auth', 'kept'], auth: ['vitest'], vitest: ['chai', 'kept'] };
  const sbom = makeSbom({ ...edges, chai: [], kept: [] });
  const dropped = dropPeers(sbom, (name) => (name === 'auth@1.0.0' ? ['vitest'] : []));
  expect(namesOf(dropped)).toEqual(['auth', 'kept']);
  expect(dropped.dependencies).toEqual([
    { ref: 'pkg:npm/root@1.0.0', dependsOn: ['pkg:npm/auth@1.0.0', 'pkg:npm/kept@1.0.0'] },
    { ref: 'pkg:npm/auth@1.0.0', dependsOn: [] },
    { ref: 'pkg:npm/kept@1.0.0', dependsOn: [] },
  ]);
});

it('marks what a bundle contains, once', () => {
  const everything = makeSbom({ root: [], react: [], zod: [] });
  const sbom = addBundled(
    makeSbom({ root: ['zod'], zod: [] }),
    ['react@1.0.0', 'zod@1.0.0'],
    everything,
  );
  const bundled = [{ name: 'cdx:npm:package:bundled', value: 'true' }];
  expect(sbom.components).toEqual([
    { ...makeComponent('react'), properties: bundled },
    { ...makeComponent('zod'), properties: bundled },
  ]);
  expect(sbom.dependencies[0]?.dependsOn).toEqual(['pkg:npm/zod@1.0.0', 'pkg:npm/react@1.0.0']);
  expect(() => addBundled(sbom, ['tslib@2.0.0'], everything)).toThrow(
    'The lockfile has no tslib@2.0.0',
  );
});

it('finds licences that are not on the list', () => {
  const sbom = makeSbom({ root: [] });
  const components = [
    makeComponent('free'),
    makeComponent('strict', 'GPL-3.0-only'),
    { ...makeComponent('choice'), licenses: [{ expression: '(MIT OR GPL-3.0-only)' }] },
    { ...makeComponent('both'), licenses: [{ expression: 'MIT AND GPL-3.0-only' }] },
    { ...makeComponent('silent'), licenses: [] },
  ];
  expect(findForeignLicences({ ...sbom, components })).toEqual([
    'strict@1.0.0 (GPL-3.0-only)',
    'both@1.0.0 (MIT AND GPL-3.0-only)',
    'silent@1.0.0 (no licence)',
  ]);
});

it.each([
  ['MIT AND Apache-2.0', true],
  ['(MIT AND (ISC OR GPL-3.0-only))', true],
  ['GPL-3.0-only OR MIT AND ISC', true],
  ['(MIT OR ISC) AND GPL-3.0-only', false],
  ['GPL-3.0-only AND (MIT OR ISC)', false],
  ['GPL-3.0-only OR MIT AND AGPL-3.0-only', false],
  ['Apache-2.0 WITH Classpath-exception-2.0', false],
  ['SEE LICENSE IN MIT', false],
])('accepts %s: %s', (expression, isAccepted) => {
  const component = { ...makeComponent('one'), licenses: [{ expression }] };
  const foreign = findForeignLicences({ ...makeSbom({ root: [] }), components: [component] });
  expect(foreign.length === 0).toBe(isAccepted);
});

it('reads what a bundle contains from the licences beside it', () => {
  const licences = [
    '## react - 19.3.1 (MIT)',
    'zod 4.6.7 (MIT)',
    '## @acme/both - 1.0.0-rc.1 ((MIT OR ISC) AND BSD-3-Clause)',
    'Copyright (c) 2020 somebody (MIT)',
    'See zod 4.6.7 (MIT) for more.',
  ].join('\n\n');
  expect(readBundled(licences)).toEqual(['react@19.3.1', 'zod@4.6.7', '@acme/both@1.0.0-rc.1']);
});
