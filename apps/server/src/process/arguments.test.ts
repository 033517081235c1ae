import { expect, it } from 'vitest';
import { settings } from '../settings.ts';
import { replyTo } from './arguments.ts';

it.each([
  [[], null],
  [['--version'], { lines: ['1.2.3'], exitCode: 0 }],
  [['-V'], { lines: ['1.2.3'], exitCode: 0 }],
  [
    ['--port=80'],
    {
      lines: ["svc-server: unexpected argument '--port=80'", 'try: svc-server --help'],
      exitCode: 2,
    },
  ],
  [
    ['\u001b[2J'],
    { lines: ["svc-server: unexpected argument '?[2J'", 'try: svc-server --help'], exitCode: 2 },
  ],
])('replies to %j', (args, reply) => {
  expect(replyTo(args, '1.2.3')).toEqual(reply);
});

it('prints a help that fits a terminal of 80 columns', () => {
  const { lines, exitCode } = replyTo(['--help'], '1.2.3') ?? { lines: [], exitCode: 2 };
  expect(exitCode).toBe(0);
  expect(lines[0]).toBe('Usage: svc-server [demo]');
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

it('prints every setting with its meaning in the help', () => {
  const { lines } = replyTo(['--help'], '1.2.3') ?? { lines: [] };
  const named = lines.filter((line) => /^ {2}[A-Z]/.test(line)).map((line) => line.trim());
  expect(named).toEqual(Object.keys(settings.shape).filter((name) => name !== 'INIT_CWD'));
  expect(lines.join('\n')).toContain('  PORT\n      Port to listen on. 0 takes any free port.\n');
});
