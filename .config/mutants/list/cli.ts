import { vitest, type Mutant } from '../mutant.ts';

const SOURCE = 'packages/cli/src';
const COMMANDS = `${SOURCE}/commands`;
const GATE = vitest(`${COMMANDS}/gate`);
const UPLOADS = vitest(`${COMMANDS}/upload`);

/** Faults in the command line: exit codes, flags, columns, uploads, waiting for the gate. */
export const CLI: Mutant[] = [
  {
    name: 'a key without the permission exits like a server that is down',
    file: `${SOURCE}/errors/failure.ts`,
    find: "'use a key or an account with this permission',\n    exitStatus: 3,",
    replace: "'use a key or an account with this permission',\n    exitStatus: 4,",
    tests: vitest(`${SOURCE}/errors`, `${COMMANDS}/keys`, `${COMMANDS}/api`),
  },
  {
    name: 'svc gate passes although no execution has arrived',
    file: `${COMMANDS}/gate/gate-verdict.ts`,
    find: 'const isOpen = gates.length === 0 || incomplete !== undefined;',
    replace: 'const isOpen = incomplete !== undefined;',
    tests: GATE,
  },
  {
    name: 'svc gate --wait ends when the server restarts',
    file: `${COMMANDS}/gate/wait-for-gates.ts`,
    find: 'if (isLast || toFailure(error).exitStatus !== 4) throw error;',
    replace: 'if (isLast || toFailure(error).exitStatus === 4) throw error;',
    tests: GATE,
  },
  {
    name: 'svc run excuses failures although one of two reporters died before it sent its run',
    file: `${COMMANDS}/gate/run/why-red.ts`,
    find: 'if (runs.includes(undefined)) return',
    replace: 'if (runs.every((run) => run === undefined)) return',
    tests: vitest(`${COMMANDS}/gate/run`, 'packages/cli/test/svc-run'),
  },
  {
    name: 'svc upload exits with 0 although a report could not be read to its end',
    file: `${COMMANDS}/upload/reports/upload-reports.ts`,
    find: 'artifacts.pending > 0 || reports.some(({ problem }) => problem !== null) ? 1 : 0;',
    replace: 'artifacts.pending > 0 && reports.some(({ problem }) => problem !== null) ? 1 : 0;',
    tests: UPLOADS,
  },
  {
    name: 'svc upload sends saved runs of another server to this one',
    file: `${COMMANDS}/upload/saved-runs/upload-plan.ts`,
    find: '      ...entries.filter(({ url }) => url === settings.url),\n',
    replace: '      ...entries,\n',
    tests: UPLOADS,
  },
  {
    name: 'the column FAILED leaves out tests that timed out',
    file: `${COMMANDS}/executions/execution-columns.ts`,
    find: 'return totals.failed + totals.timedOut;',
    replace: 'return totals.failed;',
    tests: vitest(`${COMMANDS}/executions`),
  },
  {
    name: 'SVC_URL wins over --url',
    file: `${SOURCE}/invocation/settings.ts`,
    find: "toSetValue(flags.url, 'flag') ?? toSetValue(env['SVC_URL'], 'environment');",
    replace: "toSetValue(env['SVC_URL'], 'environment') ?? toSetValue(flags.url, 'flag');",
    tests: vitest(`${SOURCE}/invocation`),
  },
  {
    name: 'svc compare takes an execution by its number that is still running',
    file: `${SOURCE}/asking/execution-reference.ts`,
    find: '  refuseRunning(found, `#${number}`, scope);\n',
    replace: '',
    tests: vitest(`${SOURCE}/asking`, `${COMMANDS}/compare`),
  },
];
