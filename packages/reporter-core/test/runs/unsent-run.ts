import { writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { makeReport, makeResult, makeSession } from './make-run.ts';

// A run in the working directory without a server. It has an artifact, and output of this many random characters.
const characters = Number(process.argv[2]);
const stdout = randomBytes(characters / 2).toString('hex');
writeFileSync('output/a.bin', randomBytes(200_000));
const { session, lines } = makeSession(process.cwd(), { url: 'http://127.0.0.1:1' });
const attempts = [{ status: 'failed' as const, durationMs: 1, stdout, stderr: stdout }];
const result = makeResult('pays', 'failed', { attempts });
const content = { path: 'output/a.bin' };
await session.finish(() => makeReport([result], [{ result, name: 'a', content }]));
// Where the machine is busy, another line before it reports the wait.
process.stdout.write(`${lines.at(-1)}\n`);
