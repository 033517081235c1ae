import { findChat } from '@svc/contract/zod-free/chat-addresses';
import type { Classification } from '@svc/contract/executions/outcomes';
import type {
  Webhook,
  WebhookChange,
  WebhookFormat,
  WebhookInput,
} from '@svc/contract/webhooks/webhooks';

/** What the form holds. An empty text stands for none. */
export interface WebhookDraft {
  format: WebhookFormat;
  url: string;
  secretAction: 'keep' | 'set' | 'remove';
  secret: string;
  description: string;
  isForAllEvents: boolean;
  events: Exclude<WebhookInput['events'][number], '*'>[];
  project: string;
  branch: string;
  minSeverity: Classification | '';
}

export const EMPTY_DRAFT: WebhookDraft = {
  format: 'standard',
  url: '',
  secretAction: 'set',
  secret: '',
  description: '',
  isForAllEvents: true,
  events: [],
  project: '',
  branch: '',
  minSeverity: '',
};

/** The form of an existing webhook. The address of a chat is not known here, so its field is empty. */
export function toWebhookDraft(webhook: Webhook): WebhookDraft {
  const { format, url, hasSecret, description, events, project, branch, minSeverity } = webhook;
  return {
    format,
    url: format === 'standard' ? url : '',
    secretAction: hasSecret ? 'keep' : 'set',
    secret: '',
    description,
    isForAllEvents: events.includes('*'),
    events: events.filter((event) => event !== '*'),
    project: project ?? '',
    branch: branch ?? '',
    // The least severe class excludes nothing.
    minSeverity: minSeverity === null || minSeverity === 'KNOWN_FLAKE' ? '' : minSeverity,
  };
}

/** Whether an empty address keeps the stored one, which is a secret of the same chat. */
export function canKeepAddress({ format }: WebhookDraft, webhook: Webhook | null): boolean {
  return webhook !== null && webhook.format === format && format !== 'standard';
}

export function toWebhookInput(draft: WebhookDraft): WebhookInput {
  return {
    ...buildPlainFields(draft),
    url: draft.url.trim(),
    ...(draft.format === 'standard' && draft.secret !== '' ? { secret: draft.secret } : {}),
  };
}

/**
 * Only the fields that were changed, so that a change that somebody else makes meanwhile stays. `withAddress` also sends
 * an unchanged address, for a server that can no longer decrypt the stored one.
 */
export function buildWebhookChange(
  draft: WebhookDraft,
  webhook: Webhook,
  { withAddress = false } = {},
): WebhookChange {
  const before = buildPlainFields(toWebhookDraft(webhook));
  const changed = Object.entries(buildPlainFields(draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof PlainFields]),
  );
  const url = draft.url.trim();
  return {
    id: webhook.id,
    ...(Object.fromEntries(changed) as Partial<PlainFields>),
    ...(url === '' || (url === webhook.url && !withAddress) ? {} : { url }),
    ...buildSecretChange(draft, webhook),
  };
}

function buildSecretChange(
  { format, secretAction, secret }: WebhookDraft,
  { hasSecret }: Webhook,
): Pick<WebhookChange, 'secret'> {
  const isRemoved = format !== 'standard' || secretAction === 'remove';
  if (isRemoved) return hasSecret ? { secret: null } : {};
  return secretAction === 'set' && secret !== '' ? { secret } : {};
}

type PlainFields = ReturnType<typeof buildPlainFields>;

function buildPlainFields(draft: WebhookDraft) {
  const { format, description, isForAllEvents, events, project, minSeverity } = draft;
  const branch = draft.branch.trim();
  return {
    format,
    description: description.trim(),
    events: isForAllEvents ? (['*'] as const).slice() : events,
    project: project === '' ? null : project,
    branch: branch === '' ? null : branch,
    minSeverity: minSeverity === '' ? null : minSeverity,
  };
}

/**
 * The format for a new address: that of the chat whose address it plainly is. None if the address before was of the
 * same chat, because the user may have chosen another format since.
 */
export function guessFormat(
  url: string,
  before: Pick<WebhookDraft, 'url'>,
): Partial<Pick<WebhookDraft, 'format'>> {
  const chat = findChat(url.trim());
  const isNew = chat?.isCertain === true && findChat(before.url.trim())?.format !== chat.format;
  return isNew ? { format: chat.format } : {};
}
