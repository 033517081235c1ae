import { expect, it } from 'vitest';
import { addToChangelog } from './changelog.ts';

it('puts each changeset once into the section of the next version, above the others', () => {
  const changelog = '# Changelog\n\nNewest first.\n\n## 0.1.0\n\nThe first version.\n';
  const plan = {
    changesets: [
      { id: 'a', releases: [{ type: 'patch' as const }], summary: 'The gate waits for shards.' },
      {
        id: 'b',
        releases: [{ type: 'patch' as const }, { type: 'minor' as const }],
        summary: '`svc flaky` shows what each flaky test cost.\n\nIn CPU minutes.',
      },
    ],
    releases: [
      { type: 'none' as const, newVersion: '0.1.0' },
      { type: 'minor' as const, newVersion: '0.2.0' },
    ],
  };
  expect(addToChangelog(changelog, plan)).toMatchInlineSnapshot(`
    "# Changelog

    Newest first.

    ## 0.2.0

    **New**

    - \`svc flaky\` shows what each flaky test cost.

      In CPU minutes.

    **Fixed**

    - The gate waits for shards.

    ## 0.1.0

    The first version.
    "
  `);
});

it('needs a changeset', () => {
  expect(() => addToChangelog('# Changelog\n', { changesets: [], releases: [] })).toThrow(
    'There is no changeset',
  );
});
