import { formatCount } from '@svc/contract/zod-free/amounts';
import type { Deps } from '../deps.ts';
import { countSealed } from '../webhooks/index.ts';
import type { JobLog } from '../jobs/keep-doing.ts';

/** Reports webhooks that cannot be sent, because another SVC_SECRET encrypted their addresses. */
export function reportUnknownKeys(
  { database, keyring }: Pick<Deps, 'database' | 'keyring'>,
  log: JobLog,
  job: string,
): () => Promise<void> {
  return async () => {
    const unknown = (await countSealed(database)).filter(({ keyId }) => !keyring.has(keyId));
    const webhooks = unknown.reduce((sum, one) => sum + one.webhooks, 0);
    if (webhooks === 0) return;
    const subject = `${formatCount(webhooks, 'webhook')} ${webhooks === 1 ? 'sends' : 'send'}`;
    const message = `${subject} nothing: another SVC_SECRET encrypted the address. Set SVC_PREVIOUS_SECRET to it, or set address and secret again.`;
    log.error(new Error(message), job);
  };
}
