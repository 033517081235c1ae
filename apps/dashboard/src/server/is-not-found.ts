import { SvcClientError } from '@svc/client';

/** Whether an error says that what was asked for is not there, or belongs to another organization. */
export function isNotFound(error: unknown): boolean {
  return error instanceof SvcClientError && error.code === 'NOT_FOUND';
}
