import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../public-packages.ts';
import { findLeftovers, rewriteFolder, rewriteText, showReleased } from './rewrite.ts';

const NAMES = { scope: '@acme', repository: 'https://git.acme.com/qa/svc-fork', version: '1.2.0' };

// Put together, because a release rewrites this file too.
const OURS = ['@sv', 'c/'].join('');
const PLACEHOLDER = ['your-organi', 'zation/svc'].join('');

it.each([
  [`"${OURS}cli": "workspace:*"`, '"@acme/cli": "workspace:*"'],
  [`npx -p ${OURS}server svc-admin`, 'npx -p @acme/server svc-admin'],
  [`/^${OURS.replace('/', String.raw`\/`)}/.test(name)`, String.raw`/^@acme\//.test(name)`],
  [`- uses: ${PLACEHOLDER}/apps/action@main`, '- uses: qa/svc-fork/apps/action@v1.2.0'],
  [`Replace \`${PLACEHOLDER}\``, 'Replace `qa/svc-fork`'],
  [`npm install ./${['sv', 'c-cli'].join('')}-0.1.0.tgz`, 'npm install ./acme-cli-0.1.0.tgz'],
  // An address, and the command's own name.
  [
    'owner@svc.localhost, ada:secret@svc/x, SVC_URL',
    'owner@svc.localhost, ada:secret@svc/x, SVC_URL',
  ],
])('makes of %s: %s', (text, released) => {
  expect(rewriteText(text, NAMES)).toBe(released);
  expect(findLeftovers(released, NAMES)).toEqual([]);
});

it('finds the names of this repository in a text', () => {
  expect(findLeftovers(`${OURS}cli ${OURS}server ${PLACEHOLDER}`, NAMES)).toEqual([
    OURS.slice(0, -1),
    PLACEHOLDER,
  ]);
  expect(findLeftovers(`${OURS}cli`, { ...NAMES, scope: OURS.slice(0, -1) })).toEqual([]);
});

it('shows what a page says once npm has the packages', () => {
  const page = [
    'Two ways.<!-- unreleased --> Only one works.<!-- /unreleased -->',
    '',
    '<!-- unreleased -->',
    '',
    'npm has no packages yet.',
    '',
    '<!-- /unreleased -->',
    '',
    '<!-- released',
    'Install them.',
    '-->',
    '',
    '<!-- another comment -->',
  ].join('\n');
  expect(showReleased(page)).toBe('Two ways.\n\nInstall them.\n\n<!-- another comment -->');
});

it('leaves no mark in a page of this repository, and no word of a missing release', () => {
  const pages = globSync(['*.md', 'docs/**/*.md', '{apps,packages,examples}/*/*.md'], {
    cwd: ROOT,
  });
  const wrong = pages.filter((page) =>
    /<!-- \/?(?:un)?released|npm (?:does not have|has) the package|not on npm|no release yet|before the first release/.test(
      showReleased(readFileSync(join(ROOT, page), 'utf8')),
    ),
  );
  expect(pages.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

it('rewrites the texts that git knows, and names repository and commit in the package.json of the root', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rewrite-'));
  const picture = Buffer.from([0, ...Buffer.from(OURS)]);
  writeFileSync(join(folder, 'package.json'), '{"name":"svc"}');
  writeFileSync(join(folder, 'README.md'), `npx ${OURS}cli\n`);
  writeFileSync(join(folder, 'picture.png'), picture);
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync('git', ['add', '--all'], { cwd: folder });
  writeFileSync(join(folder, 'untracked'), OURS);

  rewriteFolder(folder, NAMES, 'a1b2c3');

  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toEqual({
    name: 'svc',
    repository: { url: NAMES.repository },
    gitHead: 'a1b2c3',
  });
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('npx @acme/cli\n');
  expect(readFileSync(join(folder, 'picture.png'))).toEqual(picture);
  expect(readFileSync(join(folder, 'untracked'), 'utf8')).toBe(OURS);
});
