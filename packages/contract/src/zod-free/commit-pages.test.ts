import { describe, expect, it } from 'vitest';
import { commitRangeUrl, commitUrl } from './commit-pages.ts';

const range = { from: 'a'.repeat(40), to: 'b'.repeat(40) };

describe('the pages of commits', () => {
  it('are those of GitHub and GitLab, also from an address for SSH', () => {
    const github = `https://github.com/acme/web/compare/${range.from}...${range.to}`;
    expect(commitRangeUrl('https://github.com/acme/web.git', range)).toBe(github);
    expect(commitRangeUrl('git@github.com:acme/web.git', range)).toBe(github);
    expect(commitRangeUrl('ssh://git@gitlab.acme.dev/web', range)).toBe(
      `https://gitlab.acme.dev/web/-/compare/${range.from}...${range.to}`,
    );
    expect(commitUrl('https://github.com/acme/web/', 'abc1234')).toBe(
      'https://github.com/acme/web/commit/abc1234',
    );
    expect(commitUrl('https://me:secret@gitlab.acme.dev/web', 'abc1234')).toBe(
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
    expect(commitRangeUrl(repository, range)).toBeNull();
    expect(commitUrl(repository, range.to)).toBeNull();
  });

  it.each(['../../x', 'abc', 'HEAD', null, undefined])('are none of the commit %j', (commit) => {
    expect(commitUrl('https://github.com/a/b', commit)).toBeNull();
    const to = commit ?? '';
    expect(commitRangeUrl('https://github.com/a/b', { ...range, to })).toBeNull();
  });
});
