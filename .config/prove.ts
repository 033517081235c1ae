import { spawnSync } from 'node:child_process';

// `pnpm prove`: `mutants` puts faults into the product, anything else is a filter of the tests of the project `prove`.

const [what, ...options] = process.argv.slice(2);
const [command, args] =
  what === 'mutants'
    ? [process.execPath, ['.config/mutants/run.ts', ...options]]
    : ['vitest', ['run', '--project', 'prove', ...process.argv.slice(2)]];
const { status } = spawnSync(command, args, {
  env: { SVC_PROVE: 'whole', ...process.env },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
