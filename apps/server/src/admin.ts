import { program } from './admin-program.ts';
import { readSettings } from './admin/with-store.ts';
import { explainFailure } from './process/explain-failure.ts';
import { sayError } from './process/say.ts';

try {
  await program.parseAsync();
} catch (error) {
  const lines = explainFailure(error, readSettings()) ?? [
    error instanceof Error ? error.message : String(error),
  ];
  for (const line of lines) sayError(`svc-admin: ${line}`);
  process.exitCode = 1;
}
