import { expect, it } from 'vitest';
import {
  renderMarkdownCode,
  renderMarkdownCommand,
  renderMarkdownLink,
  escapeMarkdownSummary,
  escapeMarkdown,
} from './markdown.ts';

it('escapes formatting, links, HTML and mentions in a text', () => {
  expect(escapeMarkdown('<img src=x> *a* [b](c) `d` | @team :tada: :+1: 10:14:28')).toBe(
    String.raw`&lt;img src=x&gt; \*a\* \[b\](c) \`d\` \| @&#8203;team :&#8203;tada: :&#8203;+1: 10:14:28`,
  );
});

it.each([
  ['regression of #12', 'regression of #&#8203;12'],
  ['GH-34, gh-5', 'GH-&#8203;34, gh-&#8203;5'],
  ['acme/other#56 and !7', 'acme/other#&#8203;56 and !&#8203;7'],
  ['https://github.com/acme/other/issues/78', 'https:&#8203;//github.com/acme/other/issues/78'],
  ['see WWW.github.com/acme/other/pull/9', 'see WWW&#8203;.github.com/acme/other/pull/9'],
  ['# 12, #a, GH-x, a:b, #', '# 12, #a, GH-x, a:b, #'],
])('lets no forge find a reference or an address in %j', (text, safe) => {
  expect(escapeMarkdownSummary(text)).toBe(safe);
  expect(escapeMarkdown(text)).toBe(safe.replaceAll(/#(?!8203)/g, String.raw`\#`));
});

it('fences code so that nothing in it can end the fence', () => {
  expect(renderMarkdownCode('a\n````\nb')).toBe('`````\na\n````\nb\n`````');
});

it('shows a command with all of its characters, which cannot end the code', () => {
  expect(renderMarkdownCommand('svc flaky --project web')).toBe('`svc flaky --project web`');
  expect(renderMarkdownCommand("svc test 'a``b\n\n|c`'")).toBe("``` svc test 'a``b |c`' ```");
});

it('links web addresses only', () => {
  expect(renderMarkdownLink('#12', 'http://localhost:4400/executions/1')).toBe(
    String.raw`[\#12](http://localhost:4400/executions/1)`,
  );
  expect(renderMarkdownLink('x', 'javascript:alert(1)')).toBe('x');
});
