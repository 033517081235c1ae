import { writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { makeReport, makeResult, makeSession } from './make-run.ts';

/** A run in the folder `project` of `folder`, whose temp folder is `temp`. Both exist, and `project/output`. */
export interface UnsentRun {
  folder: string;
  /** Length of the output, of random characters. */
  characters: number;
}

// Runs without a server, one after another, each with an artifact. Prints the line of each.
const runs: UnsentRun[] = JSON.parse(process.argv[2] ?? '[]');
for (const { folder, characters } of runs) {
  process.chdir(join(folder, 'project'));
  process.env['TMPDIR'] = join(folder, 'temp');
  const stdout = randomBytes(characters / 2).toString('hex');
  writeFileSync('output/a.bin', randomBytes(200_000));
  const { session, lines } = makeSession(process.cwd(), { url: 'http://127.0.0.1:1' });
  const attempts = [{ status: 'failed' as const, durationMs: 1, stdout, stderr: stdout }];
  const result = makeResult('pays', 'failed', { attempts });
  const content = { path: 'output/a.bin' };
  await session.finish(() => makeReport([result], [{ result, name: 'a', content }]));
  // Where the machine is busy, another line before it reports the wait.
  process.stdout.write(`${lines.at(-1)}\n`);
}
