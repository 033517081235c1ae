import { readFileSync } from 'node:fs';
import { parseJson } from '@svc/contract/zod-free/parsed-json';
import { isRecord } from '@svc/contract/zod-free/is-record';
import type { Environment } from '../../options/options.ts';
import { isErrno } from '../../text/unknown-value.ts';

/** The webhook payload of the event that started the workflow of GitHub Actions. Empty if there is none. */
export function readGitHubEvent(env: Environment): Record<string, unknown> {
  const path = env['GITHUB_EVENT_PATH'];
  const event = path ? parseJson(readIfThere(path)) : undefined;
  return isRecord(event) ? event : {};
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // A container job may have the variable without the file.
    if (isErrno(error)) return '';
    throw error;
  }
}
