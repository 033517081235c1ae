import { browser, vitest, type Mutant } from '../mutant.ts';

const SOURCE = 'apps/dashboard/src';
const UNIT_TESTS = vitest(SOURCE);

/** Faults in the dashboard. */
export const DASHBOARD: Mutant[] = [
  {
    name: 'taking the owner off an entry of the quarantine sends an empty name',
    file: `${SOURCE}/components/quarantine/quarantine-draft.ts`,
    find: "{ owner: owner === '' ? null : owner }),",
    replace: '{ owner }),',
    tests: UNIT_TESTS,
  },
  {
    name: 'the page of comparisons proposes two different jobs of a commit',
    file: `${SOURCE}/pages/compare/default-sides.ts`,
    find: 'one.project === other.project && one.framework === other.framework && one.name === other.name\n',
    replace: 'one.project === other.project && one.framework === other.framework\n',
    tests: UNIT_TESTS,
  },
  {
    name: 'a rate of 99.99 % is shown as 100.0 %',
    file: `${SOURCE}/format/rate.ts`,
    find: "  if (rounded === 100 && rate < 1) return '>99.9';\n",
    replace: '',
    tests: UNIT_TESTS,
  },
  {
    name: 'a new API key may read everything unless somebody says otherwise',
    file: `${SOURCE}/pages/settings/api-keys/key-draft.ts`,
    find: "NEW_KEY: KeyDraft = { use: 'ingest',",
    replace: "NEW_KEY: KeyDraft = { use: 'full',",
    tests: UNIT_TESTS,
  },
  {
    name: 'an empty field of the retention is sent as 0 days instead of without limit',
    file: `${SOURCE}/pages/settings/retention/retention-form.tsx`,
    find: "return text === '' ? null : Number(text);",
    replace: 'return Number(text);',
    tests: browser('test/pages/states'),
  },
];
