import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { changeWorkflow } from './workflow-change.ts';

const scripts = { test: 'vitest run', 'test:e2e': 'playwright test', build: 'tsc' };
const facts = { scripts, url: 'https://svc.example.com' };

it('gives each step that runs tests the variables, and changes nothing else', () => {
  const code = `name: CI # the name
on: [push]
jobs:
  unit:
    runs-on: \${{ matrix.os }}
    strategy:
      matrix:
        os: [ubuntu-latest, windows-latest]
        node: [22, 24]
        shard: [1, 2]
    steps:
      - uses: actions/checkout@v5
      - run: npm ci
      - name: Test
        run: npm test -- --shard=\${{ matrix.shard }}/2   # both
      - run: npm run build
  e2e:
    runs-on: ubuntu-latest
    steps:
      - run: |
          pnpm install
          pnpm test:e2e
        env:
          # where
          BASE_URL: http://localhost:3000

      - run: echo done
`;
  const change = changeWorkflow(code, facts);
  expect(change?.jobs).toEqual(['unit', 'e2e']);
  expect(change?.code).toBe(
    code
      .replace(
        '/2   # both\n',
        `/2   # both
        env:
          SVC_URL: https://svc.example.com
          SVC_API_KEY: \${{ secrets.SVC_API_KEY }}
          SVC_LEG: \${{ matrix.os }}-\${{ matrix.node }}
`,
      )
      .replace(
        'localhost:3000\n',
        `localhost:3000
          SVC_URL: https://svc.example.com
          SVC_API_KEY: \${{ secrets.SVC_API_KEY }}
`,
      ),
  );
  expect(changeWorkflow(change?.code ?? '', facts)).toBeUndefined();
});

it.each([
  ['a step in one line', '      - run: npx vitest run\n'],
  ['a script at the end of the file', '      - run: |\n          npx jest\n'],
  ['a file without a last line feed', '      - run: npx playwright test'],
  ['steps before other keys', '      - run: yarn test\n        timeout-minutes: 5\n'],
])('stays a workflow: %s', (_, steps) => {
  const code = `jobs:\n  test:\n    steps:\n${steps}`;
  const changed = changeWorkflow(code, facts)?.code ?? '';
  const { jobs } = parse(changed) as { jobs: { test: { steps: { env: object; run: string }[] } } };
  const before = parse(code) as { jobs: { test: { steps: object[] } } };
  expect(jobs.test.steps).toEqual([
    {
      ...before.jobs.test.steps[0],
      env: { SVC_URL: 'https://svc.example.com', SVC_API_KEY: '${{ secrets.SVC_API_KEY }}' },
    },
  ]);
});

it('names legs that only include lists', () => {
  const code =
    'jobs:\n  test:\n    strategy:\n      matrix:\n        include:\n          - db: mysql\n            shard: 1\n' +
    '    steps:\n      - run: npx vitest\n';
  expect(changeWorkflow(code, facts)?.code).toContain('\n          SVC_LEG: ${{ matrix.db }}\n');
});

it.each([
  ['no tests', 'jobs:\n  a:\n    steps:\n      - run: npm run build\n'],
  ['a package with the name of a tool', 'jobs:\n  a:\n    steps:\n      - run: npm ci\n'],
  [
    'the key for the whole workflow',
    'env:\n  SVC_API_KEY: x\njobs:\n  a:\n    steps:\n      - run: npx jest\n',
  ],
  [
    'the key for the job',
    'jobs:\n  a:\n    env:\n      SVC_API_KEY: x\n    steps:\n      - run: npx jest\n',
  ],
  ['steps in braces', 'jobs:\n  a:\n    steps: [{ run: npx jest }]\n'],
  ['no workflow', '- a\n- b\n'],
  ['no YAML', 'a: [\n'],
  ['nothing', ''],
])('leaves a file alone with %s', (_, code) => {
  expect(changeWorkflow(code, facts)).toBeUndefined();
});
