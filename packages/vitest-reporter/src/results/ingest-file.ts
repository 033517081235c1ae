import type { IngestFile } from '@svc/contract/executions/ingest';
import type { TestError as IngestError } from '@svc/contract/executions/test-errors';
import type { TestModule } from 'vitest/node';
import { textOf } from '@svc/reporter-core/output/user-output';
import { ingestErrors } from './ingest-error.ts';
import type { ModuleContext } from './module-context.ts';

/** A test file: its time including import and setup, and errors and output outside its tests. */
export function ingestFile(module: TestModule, context: ModuleContext): IngestFile {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  const output = context.output.of(module.id);
  return {
    file: context.file,
    variant: context.variant,
    durationMs: Math.round(
      environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
    ),
    errors: fileErrors(module, context),
    stdout: textOf(output, 'stdout'),
    stderr: textOf(output, 'stderr'),
  };
}

/** Errors from loading the file and from hooks of its suites. Undefined if there are none. */
function fileErrors(module: TestModule, context: ModuleContext): IngestError[] | undefined {
  const errors = [...module.errors()];
  for (const suite of module.children.allSuites()) errors.push(...suite.errors());
  if (errors.length === 0) return undefined;
  return ingestErrors(errors, context.sentPath);
}
