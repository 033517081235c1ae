import type { Deps } from '../../deps.ts';
import { UnknownKeyError } from '../../secrets/keyring.ts';
import { openWebhook, type OpenedWebhook } from '../opened-webhook.ts';
import { FIXED_HEADERS, NO_ANSWER, type Answer, type Sender } from '../sending/send-request.ts';
import { buildSignedHeaders } from '../sending/signature.ts';
import type { ClaimedDelivery } from './claims.queries.ts';

/** An attempt with its answer. */
export interface Outcome {
  delivery: ClaimedDelivery;
  /** When the request was sent. */
  at: Date;
  /** Whether it is the single request that a blocked endpoint gets. */
  isProbe: boolean;
  requestHeaders: Record<string, string>;
  answer: Answer;
}

/**
 * Sends a delivery. Messages for a chat are not signed, because their address is the secret. A webhook whose address
 * cannot be decrypted is an attempt without an answer.
 */
export async function sendDelivery(
  { keyring, clock }: Pick<Deps, 'keyring' | 'clock'>,
  { delivery, sender, signal }: { delivery: ClaimedDelivery; sender: Sender; signal: AbortSignal },
): Promise<Omit<Outcome, 'isProbe'>> {
  const at = clock.now();
  const opened = openOrExplain(() =>
    openWebhook(keyring, { ...delivery, id: delivery.webhookId }, at),
  );
  if (typeof opened === 'string') {
    return { delivery, at, requestHeaders: {}, answer: { ...NO_ANSWER, error: opened } };
  }
  const { eventId, body, format } = delivery;
  const secrets = format === 'standard' ? opened.secrets : [];
  const headers = buildSignedHeaders({ id: eventId, timestamp: at, body, secrets });
  const answer = await sender.send({ url: opened.url, headers, body, signal });
  return { delivery, at, requestHeaders: { ...FIXED_HEADERS, ...headers }, answer };
}

function openOrExplain(open: () => OpenedWebhook): OpenedWebhook | string {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof UnknownKeyError)) return UNREADABLE;
    return UNKNOWN_KEY;
  }
}

const UNKNOWN_KEY =
  'The URL of this webhook was encrypted with another SVC_SECRET. Set the URL and the secret of the webhook again, or set SVC_PREVIOUS_SECRET on the server to the SVC_SECRET of that time.';
const UNREADABLE =
  'The stored URL of this webhook cannot be decrypted. Set the URL and the secret of the webhook again.';
