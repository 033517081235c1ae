import { warning } from '@actions/core';
import { prepare } from './prepare.ts';

try {
  prepare(process.env);
} catch (error) {
  // Before the tests, a fault would end the job without them.
  warning(`svc did not prepare the job: ${error instanceof Error ? error.message : String(error)}`);
}
