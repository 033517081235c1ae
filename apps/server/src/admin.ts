import { program } from './admin-program.ts';
import { readSettings } from './admin/with-store.ts';
import { explainFailure } from './process/explain-failure.ts';
import { sayFailure } from './process/say.ts';

try {
  await program.parseAsync();
} catch (error) {
  const lines = explainFailure(error, readSettings()) ?? [
    error instanceof Error ? error.message : String(error),
  ];
  sayFailure(lines.map((line) => `svc-admin: ${line}`).join('\n'));
  process.exitCode = 1;
}
