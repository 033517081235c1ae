import type { WorldChange } from '../world.ts';

type Changes = readonly [WorldChange, ...WorldChange[]];

/**
 * Adds changes that any product has, so that hardly one is merged twice in a month: each kind in each area, and updates
 * of dependencies.
 */
export function addUsualChanges(
  changes: Changes,
  {
    kinds,
    areas,
    packages,
  }: { kinds: readonly Kind[]; areas: readonly Area[]; packages: string[] },
): Changes {
  const usual = kinds.flatMap(({ branch, subject }) =>
    areas.map(({ slug, name }) => ({
      branch: branch.replace('*', slug),
      subject: subject.replace('*', name),
    })),
  );
  const updates = packages.map((at) => {
    const [name = '', version = ''] = at.split(' ');
    return {
      branch: `renovate/${name.replaceAll(/[^a-z]+/g, '-').replace(/^-/, '')}`,
      subject: `Update dependency ${name} to v${version}`,
      author: 'renovate[bot]',
    };
  });
  return [...changes, ...usual, ...updates];
}

/** `*` stands for the area. */
type Kind = Pick<WorldChange, 'branch' | 'subject'>;

interface Area {
  slug: string;
  name: string;
}

export const PAGE_KINDS: readonly Kind[] = [
  { branch: 'feat/loading-*', subject: 'Add a loading state to *' },
  { branch: 'feat/swedish-*', subject: 'Translate * into Swedish' },
  { branch: 'fix/tab-order-*', subject: 'Fix the tab order in *' },
  { branch: 'refactor/tokens-*', subject: 'Use design tokens in *' },
  { branch: 'feat/measure-*', subject: 'Measure the load time of *' },
  { branch: 'chore/styles-*', subject: 'Remove unused styles of *' },
  { branch: 'fix/errors-*', subject: 'Show errors of * beside the field' },
  { branch: 'perf/lazy-*', subject: 'Load * lazily' },
  { branch: 'test/a11y-*', subject: 'Check the contrast in *' },
];

export const SERVICE_KINDS: readonly Kind[] = [
  { branch: 'fix/validate-*', subject: 'Validate * at the boundary' },
  { branch: 'feat/slow-log-*', subject: 'Log slow queries of *' },
  { branch: 'perf/index-*', subject: 'Add an index for *' },
  { branch: 'feat/trace-*', subject: 'Trace * with OpenTelemetry' },
  { branch: 'feat/problems-*', subject: 'Return problem details for *' },
  { branch: 'fix/retry-*', subject: 'Retry * after a lost connection' },
  { branch: 'chore/remove-v1-*', subject: 'Remove version 1 of *' },
  { branch: 'refactor/types-*', subject: 'Derive the types of * from the schema' },
  { branch: 'test/concurrent-*', subject: 'Test concurrent changes of *' },
];
