#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { run } from './run.js';

// A large upload then takes half the memory, because most of its rows are freed without a full collection.
const HEAP = ['--min-semi-space-size=32', '--max-semi-space-size=32'];

await run('svc-server', async () => {
  if (process.argv[2] === 'demo') {
    process.argv.splice(2, 1);
    await import('../dist/demo.js');
    return;
  }
  // Node reads these options only when it starts. Windows cannot replace a process, and runs without them.
  if (process.execve !== undefined && process.platform !== 'win32' && !hasHeapOptions()) {
    const self = fileURLToPath(import.meta.url);
    const args = [...process.execArgv, ...HEAP, self, ...process.argv.slice(2)];
    process.execve(process.execPath, [process.execPath, ...args]);
  }
  await import('../dist/main.js');
});

function hasHeapOptions() {
  return process.execArgv.some((option) => option.startsWith('--max-semi-space-size'));
}
