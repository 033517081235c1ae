import { expect, it } from 'vitest';
import { createReadableLog } from './readable-log.ts';

function lineOf(entry: object): string {
  let written = '';
  const output = { hasColors: () => false, write: (text: string) => (written += text) };
  const log = createReadableLog(output as unknown as NodeJS.WriteStream);
  log.write(JSON.stringify({ level: 30, time: 0, pid: 1, hostname: 'vm', ...entry }));
  return written.replace(/^\[[\d:]+\] /, '');
}

it('writes a line for a request, and for anything else', () => {
  const request = { method: 'GET', path: '/api/tests', status: 200, durationMs: 8, msg: 'request' };
  expect(lineOf(request)).toBe('INFO: GET /api/tests 200 in 8 ms\n');
  expect(lineOf({ msg: 'retention: dropped a week' })).toBe('INFO: retention: dropped a week\n');
});

it('writes what else an entry has, in the same line', () => {
  expect(lineOf({ level: 50, msg: 'it broke', job: 'roll-ups' })).toBe(
    'ERROR: it broke {"job":"roll-ups"}\n',
  );
});
