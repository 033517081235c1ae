import { existsSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));

/**
 * The folders of docs/, and the pages of each, in the order in which a reader needs them. A page that no list names
 * comes after the others.
 */
const FOLDERS: Record<string, string[]> = {
  start: ['index', 'first-execution', 'concepts', 'when-not', 'compared'],
  send: [
    'index',
    'vitest',
    'jest',
    'playwright',
    'report-files',
    'other-languages',
    'over-the-api',
    'github-actions',
    'gitlab',
    'jenkins',
    'buildkite',
    'circleci',
    'azure',
    'bitbucket',
    'any-ci',
  ],
  read: ['index', 'dashboard', 'compare', 'flaky', 'attention', 'verdicts', 'quarantine-and-gate'],
  recipes: ['the-first-week', 'a-run-went-red', 'regression-or-flake', 'cut-the-flaky-cost'],
  operate: [
    'index',
    'requirements',
    'configuration',
    'postgres',
    'storage',
    'mail-and-sign-in',
    'systemd',
    'containers',
    'kubernetes',
  ],
  trust: ['security-model', 'data-flow', 'what-leaves-the-server', 'dependencies', 'licences'],
  project: ['architecture', 'changelog'],
};

export const SIDEBAR = Object.entries(FOLDERS).map(([folder, first]) => ({
  label: folder.charAt(0).toUpperCase() + folder.slice(1),
  items: listPages(folder, first),
}));

function listPages(folder: string, first: readonly string[]): string[] {
  const others = globSync('*.md', { cwd: `${DOCS}${folder}` })
    .map((file) => file.slice(0, -'.md'.length))
    .filter((page) => !first.includes(page))
    .toSorted();
  return [...first.filter((page) => existsSync(`${DOCS}${folder}/${page}.md`)), ...others].map(
    (page) => (page === 'index' ? folder : `${folder}/${page}`),
  );
}
