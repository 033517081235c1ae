import { constants } from 'node:os';
import { program } from './admin/admin-program.ts';
import { readSettings } from './admin/with-store.ts';
import { explainFailure } from './process/explain-failure.ts';
import { sayFailure } from './process/say.ts';

// A signal would end the process without the event on which an embedded Postgres that it started is ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(128 + constants.signals[signal]));
}

try {
  await program.parseAsync();
} catch (error) {
  const lines = explainFailure(error, readSettings()) ?? [
    error instanceof Error ? error.message : String(error),
  ];
  sayFailure(lines.map((line) => `svc-admin: ${line}`).join('\n'));
  process.exitCode = 1;
}
