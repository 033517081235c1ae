import type { ListedProject } from '@svc/contract/projects';
import { expect, it } from 'vitest';
import { plainLook } from '../../../test/samples/plain-look.ts';
import { renderProjectsMarkdown, formatProjectList, type ProjectList } from './projects-text.ts';

function makeProject(changes: Partial<ListedProject> = {}): ListedProject {
  return {
    id: '01a2166c-234b-71f2-b27c-c8f13e593e65',
    name: 'web',
    createdAt: '2026-11-01T09:30:00.000Z',
    executions: 812,
    tests: 1204,
    lastExecutionAt: '2026-11-21T09:16:00.000Z',
    defaultBranch: 'main',
    isDefaultBranchChosen: false,
    ...changes,
  };
}

const list: ProjectList = {
  items: [
    makeProject(),
    makeProject({
      name: 'a|b',
      executions: 0,
      tests: 0,
      lastExecutionAt: null,
      defaultBranch: null,
    }),
  ],
  search: undefined,
  total: { count: 3, isAtLeast: false },
  moreCommand: 'svc projects --limit 3',
};

const at = (columns: number, changes: Partial<ProjectList> = {}) => {
  const look = plainLook({ columns });
  return `\n${formatProjectList({ ...list, ...changes }, look).join('\n')}\n`;
};

it('lists projects at 40, 80 and 120 columns', () => {
  expect(at(40)).toMatchInlineSnapshot(`
    "
    web
            812 executions · 1,204 tests
    a|b
            0 executions · 0 tests
    2 of 3. More: svc projects --limit 3
    "
  `);
  expect(at(80)).toMatchInlineSnapshot(`
    "
    PROJECT  EXECUTIONS  TESTS  BRANCH  LAST EXECUTION
    web             812  1,204  main    14 min ago
    a|b               0      0  –       –
    2 of 3. More: svc projects --limit 3
    "
  `);
  expect(at(120)).toBe(at(80));
});

it('says what to do without projects', () => {
  expect(at(80, { items: [] })).toMatchInlineSnapshot(`
    "
    No projects.
    Set up the first one: svc init
    "
  `);
  expect(at(80, { items: [], search: 'x' })).toMatchInlineSnapshot(`
    "
    No project matches.
    All of them: svc projects
    "
  `);
});

it('is a table of Markdown', () => {
  expect(renderProjectsMarkdown(list, plainLook().now)).toMatchInlineSnapshot(`
    "| project | executions | tests | default branch | last execution |
    | --- | --: | --: | --- | --- |
    | web | 812 | 1,204 | main | 14 min ago |
    | a\\|b | 0 | 0 |  |  |

    2 of 3. More: \`svc projects --limit 3\`"
  `);
});
