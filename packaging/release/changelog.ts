/** What `changeset status --output` writes, as far as it is read here. */
export interface ReleasePlan {
  changesets: { id: string; releases: { type: Bump | 'none' }[]; summary: string }[];
  releases: { type: Bump | 'none'; newVersion: string }[];
}

type Bump = 'major' | 'minor' | 'patch';

const HEADINGS: Record<Bump, string> = {
  major: 'What you have to change',
  minor: 'New',
  patch: 'Fixed',
};

/**
 * The change log with a section for the version of the plan, above the others. A changeset comes once, under the
 * heading of its largest bump.
 *
 * @throws Error if the plan has no version.
 */
export function addToChangelog(changelog: string, { changesets, releases }: ReleasePlan): string {
  const version = releases.find(({ type }) => type !== 'none')?.newVersion;
  if (version === undefined) throw new Error('There is no changeset: pnpm changeset writes one.');
  const parts = (['major', 'minor', 'patch'] as const).flatMap((bump) => {
    const items = changesets
      .filter((one) => largestBump(one) === bump)
      .map(({ summary }) => `- ${summary.trim().replaceAll(/\n(?=.)/g, '\n  ')}`);
    return items.length === 0 ? [] : [`**${HEADINGS[bump]}**\n\n${items.join('\n')}`];
  });
  const section = `## ${version}\n\n${parts.join('\n\n')}\n\n`;
  const start = changelog.search(/^## /m);
  return start === -1
    ? `${changelog.trimEnd()}\n\n${section}`
    : `${changelog.slice(0, start)}${section}${changelog.slice(start)}`;
}

function largestBump({ releases }: ReleasePlan['changesets'][number]): Bump {
  const types = releases.map(({ type }) => type);
  return types.includes('major') ? 'major' : types.includes('minor') ? 'minor' : 'patch';
}
