import { isRecord } from '@svc/reporter-core/text/unknown-value';
import { CommandError } from '../../errors/exit.ts';

// 1,000 pages of 100 are more than a person reads and less than the memory of a small machine.
const MOST_PAGES = 1_000;

/**
 * The first page with the items of all pages.
 * @throws CommandError when the answer is no list, or has too many pages.
 */
export async function allPages(ask: (cursor?: string) => Promise<unknown>): Promise<unknown> {
  const items: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const data = await ask(cursor);
    if (!isRecord(data) || !Array.isArray(data['items'])) {
      throw new CommandError('the answer is not a list', 'leave out --paginate');
    }
    items.push(...(data['items'] as unknown[]));
    const { nextCursor } = data;
    if (typeof nextCursor !== 'string') return { ...data, items, nextCursor: null };
    cursor = nextCursor;
  }
  throw new CommandError(
    `the list has more than ${MOST_PAGES} pages`,
    'ask for larger pages with -f limit=100, or for fewer items',
  );
}
