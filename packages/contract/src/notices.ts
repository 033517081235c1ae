import { z } from 'zod';

export const NOTICE_KINDS = ['disk', 'results-quota', 'artifacts-quota', 'webhook-paused'] as const;

/** Notice for every member of the organization, shown as a bar on each page. */
export const notice = z
  .object({
    kind: z.enum(NOTICE_KINDS),
    severity: z
      .enum(['warning', 'error'])
      .describe(
        'Severity of the notice. `error`: the server refuses uploads or artifacts because of it',
      ),
    message: z.string(),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof notice>;

/** Notices, most severe first. */
export const noticeList = z.object({ items: z.array(notice) });
