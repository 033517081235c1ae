import { makeReport, makeResult, makeSession } from './make-run.ts';

// A run with a failed test, reported as the environment says.
const { session, lines } = makeSession(process.cwd(), { apiKey: undefined }, process.env);
await session.finish(() => makeReport([makeResult('pays')]));
process.stderr.write(`${lines.join('\n')}\n`);
process.exitCode = 1;
