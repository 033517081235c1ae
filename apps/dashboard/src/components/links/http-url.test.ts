import { describe, expect, it } from 'vitest';
import { commitRangeUrl, httpUrl } from './http-url.ts';

it('leads only to http and https', () => {
  expect(httpUrl('https://ci.example/runs/1')).toBe('https://ci.example/runs/1');
  for (const address of [
    'javascript:alert(1)',
    ' JAVASCRIPT:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//ci.example',
    '',
    null,
    undefined,
  ]) {
    expect(httpUrl(address)).toBeNull();
  }
});

describe('commitRangeUrl', () => {
  const range = { from: 'a'.repeat(40), to: 'b'.repeat(40) };

  it('knows the pages of GitHub and GitLab, also from an address for SSH', () => {
    const github = `https://github.com/acme/web/compare/${range.from}...${range.to}`;
    expect(commitRangeUrl('https://github.com/acme/web.git', range)).toBe(github);
    expect(commitRangeUrl('git@github.com:acme/web.git', range)).toBe(github);
    expect(commitRangeUrl('ssh://git@gitlab.acme.dev/web', range)).toBe(
      `https://gitlab.acme.dev/web/-/compare/${range.from}...${range.to}`,
    );
  });

  it('gives none for other repositories and for what is no commit', () => {
    expect(commitRangeUrl('javascript://github.com/%0aalert(1)', range)).toBeNull();
    expect(commitRangeUrl('https://github.com.evil.example/a/b', range)).toBeNull();
    expect(commitRangeUrl(undefined, range)).toBeNull();
    expect(commitRangeUrl('https://github.com/a/b', { ...range, to: '../../x' })).toBeNull();
  });
});
