import { isFailure } from '@svc/contract/zod-free/is-failure';

/** Whether the test failed in the head. */
export function hasFailed({ head }: { head: { status: string } | null }): boolean {
  return head !== null && isFailure(head.status);
}
