import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const test = { framework: 'vitest', file: 'src/cart.test.ts', titlePath: ['cart', 'adds up (2)'] };

describe('runCommand', () => {
  it('runs one test by its file and title', () => {
    expect(runCommand(test)).toBe(
      String.raw`npx vitest run src/cart.test.ts -t 'cart adds up \(2\)'`,
    );
    expect(runCommand({ ...test, framework: 'playwright', titlePath: ['pays'] })).toBe(
      'npx playwright test src/cart.test.ts -g pays',
    );
  });

  it('gives a shell nothing to run', () => {
    const file = "$(id)'; id; `id` && id.ts";
    const title = '"; id # \'$(id) `id` \\';
    const command = runCommand({ framework: 'jest', file, titlePath: [title] }) ?? '';
    const echoed = execFileSync('sh', ['-c', command.replace('npx jest', "printf '%s\\n'")], {
      encoding: 'utf8',
    });
    expect(echoed.split('\n')).toEqual([
      file,
      '-t',
      String.raw`"; id # '\$\(id\) ` + '`id` \\\\',
      '',
    ]);
  });

  it('leaves out a title with control characters or marks that turn the text', () => {
    for (const titlePath of [['a\nrm -rf /'], ['\u202egnp'], ['zero\u200bwidth'], ['\u001b[31m']]) {
      expect(runCommand({ ...test, titlePath })).toBe('npx vitest run src/cart.test.ts');
    }
    expect(runCommand({ ...test, file: 'a\nb.ts' })).toBeNull();
  });

  it('runs it often by an option, or in a loop where there is none', () => {
    expect(runCommand({ ...test, framework: 'playwright', titlePath: ['a'] }, 'repeatedly')).toBe(
      'npx playwright test src/cart.test.ts -g a --repeat-each=20 --retries=0',
    );
    expect(runCommand({ ...test, titlePath: ['a'] }, 'repeatedly')).toBe(
      'for run in $(seq 20); do npx vitest run src/cart.test.ts -t a || break; done',
    );
  });

  it('writes its snapshots where the framework has an option', () => {
    const update = 'updating snapshots';
    expect(runCommand({ ...test, framework: 'jest', titlePath: ['a'] }, update)).toBe(
      'npx jest src/cart.test.ts -t a --updateSnapshot',
    );
    expect(runCommand({ ...test, framework: 'mocha' }, update)).toBeNull();
  });

  it('takes no file for an option, and knows no command for other frameworks', () => {
    expect(runCommand({ ...test, file: '--config=x', titlePath: ['a'] })).toBe(
      "npx vitest run './--config=x' -t a",
    );
    expect(runCommand({ ...test, framework: 'junit' })).toBeNull();
    expect(runCommand({ ...test, framework: 'constructor' })).toBeNull();
  });
});
