import { describe, expect, it } from 'vitest';
import { buildCommitRangeUrl, buildCommitUrl } from './commit-pages.ts';

const range = { from: 'a'.repeat(40), to: 'b'.repeat(40) };

describe('the pages of commits', () => {
  it('are those of GitHub and GitLab, also from an address for SSH', () => {
    const github = `https://github.com/acme/web/compare/${range.from}...${range.to}`;
    expect(buildCommitRangeUrl('https://github.com/acme/web.git', range)).toBe(github);
    expect(buildCommitRangeUrl('git@github.com:acme/web.git', range)).toBe(github);
    expect(buildCommitRangeUrl('ssh://git@gitlab.acme.dev/web', range)).toBe(
      `https://gitlab.acme.dev/web/-/compare/${range.from}...${range.to}`,
    );
    expect(buildCommitUrl('https://github.com/acme/web/', 'abc1234')).toBe(
      'https://github.com/acme/web/commit/abc1234',
    );
    expect(buildCommitUrl('https://me:secret@gitlab.acme.dev/web', 'abc1234')).toBe(
      'https://gitlab.acme.dev/web/-/commit/abc1234',
    );
  });

  it.each([
    'javascript://github.com/%0aalert(1)',
    'https://github.com.evil.example/a/b',
    'https://git.example/a/b',
    'web',
    '',
    null,
    undefined,
  ])('are unknown of the repository %j', (repository) => {
    expect(buildCommitRangeUrl(repository, range)).toBeNull();
    expect(buildCommitUrl(repository, range.to)).toBeNull();
  });

  it.each(['../../x', 'abc', 'HEAD', null, undefined])('are none of the commit %j', (commit) => {
    expect(buildCommitUrl('https://github.com/a/b', commit)).toBeNull();
    const to = commit ?? '';
    expect(buildCommitRangeUrl('https://github.com/a/b', { ...range, to })).toBeNull();
  });
});
