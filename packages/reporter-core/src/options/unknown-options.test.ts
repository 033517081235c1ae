import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeReport, makeResult } from '../../test/runs/make-run.ts';
import { API_KEY, startSink } from '../../test/servers/sink-server.ts';
import { Session } from '../session/session.ts';
import { describeUnknownOptions } from './unknown-options.ts';

describe('unknownOptions', () => {
  it('names each option that nobody reads, with the name that is close', () => {
    const options = { projet: 'x', name: 'unit', outputFile: 'a.json', location: true, url: '' };
    expect(describeUnknownOptions(options, { names: ['locations'] })).toEqual([
      'Unknown option projet. Did you mean project?',
      'Unknown option outputFile.',
      'Unknown option location. Did you mean locations?',
    ]);
  });

  it('leaves out what is not set, and what the framework has added', () => {
    const options = { projet: undefined, _mode: 'test', configDir: '/shop' };
    const added = ['_mode', 'configDir'];
    expect(
      describeUnknownOptions(options, { isFrameworks: (name) => added.includes(name) }),
    ).toEqual([]);
  });

  it.each([undefined, null, 'text', 5, ['a']])('survives options that are %s', (options) => {
    expect(describeUnknownOptions(options)).toEqual([]);
  });
});

describe('a session', () => {
  it('prints each unknown option in one line', async () => {
    await using sink = await startSink();
    expect(await linesOf({ apiKey: API_KEY, url: sink.url, projet: 'x' })).toEqual([
      'svc: Unknown option projet. Did you mean project?',
      expect.stringMatching(/^svc: sent 1 result to /),
    ]);
  });

  it('prints no command that a CI runner obeys', async () => {
    expect(await linesOf({ apiKey: API_KEY, '##[stop-commands]x': 1 })).toContain(
      'svc: Unknown option ## [stop-commands]x.',
    );
  });

  it('without a key prints only the misspelt key', async () => {
    expect(await linesOf({ apikey: API_KEY, projet: 'x' })).toEqual([
      'svc: Unknown option apikey. Did you mean apiKey?',
    ]);
  });
});

async function linesOf(options: object): Promise<string[]> {
  const lines: string[] = [];
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'svc-options-')));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const session = new Session({
    options,
    reporter: { name: 'r', version: '1' },
    framework: { name: 'vitest', version: '1' },
    directory,
    env: {},
    print: (line) => lines.push(line),
  });
  await session.finish(() => makeReport([makeResult('adds up', 'passed')]));
  return lines;
}
