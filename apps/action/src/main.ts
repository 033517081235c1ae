import { warning } from '@actions/core';
import { reportRun } from './report-run.ts';

reportRun(process.env).catch((error: unknown) => {
  // A fault of the action must not change the outcome of the tests.
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  warning(`svc itself failed, and the job goes on: ${text}`);
});
