import { z } from 'zod';
import { usedSource, type UsedSource } from './filters.ts';

/** Parameters of every list: `{limit, cursor}`, in the query string and in a tRPC input. */
export const pageParameters = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(25)
    .describe('Maximum number of items on the page'),
  cursor: z
    .string()
    .max(500)
    .optional()
    .describe('Cursor of the page: `nextCursor` of the previous page; absent for the first page'),
};

/** A page of items; `nextCursor` is null at the end. */
export function buildPageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** A page of items, with the executions that were counted. */
export function buildSourcedPageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ ...buildPageSchema(item).shape, ...usedSource });
}

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

export interface SourcedPage<Item> extends Page<Item>, UsedSource {}
