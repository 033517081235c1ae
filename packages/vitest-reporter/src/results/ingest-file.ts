import type { IngestFile } from '@svc/contract/executions/ingest';
import type { TestError as IngestError } from '@svc/contract/executions/test-errors';
import type { TestModule } from 'vitest/node';
import { joinStream } from '@svc/reporter-core/output/user-output';
import { buildIngestErrors } from './ingest-error.ts';
import type { ModuleContext } from './module-context.ts';

/** A test file: its time including import and setup, and errors and output outside its tests. */
export function buildIngestFile(module: TestModule, context: ModuleContext): IngestFile {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  const output = context.output.collectChunks(module.id);
  return {
    file: context.file,
    variant: context.variant,
    durationMs: Math.round(
      environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
    ),
    errors: collectFileErrors(module, context),
    stdout: joinStream(output, 'stdout'),
    stderr: joinStream(output, 'stderr'),
  };
}

/** Errors from loading the file and from hooks of its suites. Undefined if there are none. */
function collectFileErrors(module: TestModule, context: ModuleContext): IngestError[] | undefined {
  const errors = [...module.errors()];
  for (const suite of module.children.allSuites()) errors.push(...suite.errors());
  if (errors.length === 0) return undefined;
  return buildIngestErrors(errors, context.sentPath);
}
