import { SvcClientError } from '@svc/client';
import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Field } from '../../../../components/forms/field.tsx';
import { FormDialog } from '../../../../components/layout/form-dialog.tsx';
import { Problem } from '../../../../components/states/problem.tsx';
import { trpc } from '../../../../server/trpc.ts';
import { reloadWebhooks } from '../webhooks-queries.ts';
import { EventsField } from './events-field.tsx';
import { toFieldErrors } from '../../../../components/forms/field-errors.ts';
import { FilterFields } from './filter-fields.tsx';
import { FormatField } from './format-field.tsx';
import { SecretField } from './secret-field.tsx';
import {
  buildWebhookChange,
  toWebhookDraft,
  EMPTY_DRAFT,
  guessFormat,
  toWebhookInput,
  canKeepAddress,
  type WebhookDraft,
} from './webhook-draft.ts';

interface WebhookDialogProps {
  /** Null for a new webhook. */
  webhook: Webhook | null;
  onSaved: (webhook: Webhook) => void;
  onClose: () => void;
}

/** Adds a webhook or changes one. The server's reasons to refuse a field stand at the field. */
export function WebhookDialog({ webhook, onSaved, onClose }: WebhookDialogProps) {
  const [draft, setDraft] = useState(() =>
    webhook === null ? EMPTY_DRAFT : toWebhookDraft(webhook),
  );
  const change = (changes: Partial<WebhookDraft>) => setDraft((now) => ({ ...now, ...changes }));
  const { save, isPending, error } = useSave(webhook, (saved) => {
    onSaved(saved);
    onClose();
  });
  const [isEventMissing, setEventMissing] = useState(false);
  const errors = toFieldErrors(error);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  const submit = () => {
    const hasEvent = draft.isForAllEvents || draft.events.length > 0;
    setEventMissing(!hasEvent);
    if (hasEvent) save(draft);
  };
  return (
    <FormDialog
      title={webhook === null ? 'Add webhook' : 'Edit webhook'}
      action={webhook === null ? 'Add webhook' : 'Save'}
      isReady={!isPending}
      // A secret that was generated is lost with the dialog.
      isOnce={draft.secret !== ''}
      ref={form}
      className="stack webhook-form"
      onSubmit={submit}
      onClose={onClose}
    >
      <WebhookFields
        webhook={webhook}
        draft={draft}
        errors={isEventMissing ? { ...errors, events: 'Choose at least one event.' } : errors}
        onChange={change}
      />
      {Object.keys(errors).length === 0 && (
        <Problem error={error} title="The webhook could not be saved." />
      )}
    </FormDialog>
  );
}

interface WebhookFieldsProps {
  webhook: Webhook | null;
  draft: WebhookDraft;
  errors: ReturnType<typeof toFieldErrors>;
  onChange: (changes: Partial<WebhookDraft>) => void;
}

function WebhookFields({ webhook, draft, errors, onChange }: WebhookFieldsProps) {
  return (
    <>
      <AddressField
        webhook={webhook}
        draft={draft}
        error={errors['url']}
        onChange={(url) => onChange({ url, ...(webhook === null ? guessFormat(url, draft) : {}) })}
      />
      <FormatField
        value={draft.format}
        onChange={(format) => onChange({ format, ...chooseAddress(format, draft, webhook) })}
      />
      {draft.format === 'standard' ? (
        <SecretField webhook={webhook} draft={draft} error={errors['secret']} onChange={onChange} />
      ) : (
        webhook?.hasSecret === true && (
          <p className="sub">A chat checks no signature: saving removes the secret.</p>
        )
      )}
      <EventsField draft={draft} error={errors['events']} onChange={onChange} />
      <FilterFields draft={draft} errors={errors} onChange={onChange} />
      <Field
        label="Description"
        value={draft.description}
        maxLength={500}
        autoComplete="off"
        placeholder="Team channel, failures only"
        error={errors['description'] ?? null}
        onChange={({ target }) => onChange({ description: target.value })}
      />
    </>
  );
}

/** The address of one format is of no use to another. Going back to the stored format brings its address back. */
function chooseAddress(
  format: WebhookDraft['format'],
  { url }: WebhookDraft,
  webhook: Webhook | null,
): Pick<WebhookDraft, 'url'> {
  if (webhook === null) return { url };
  return { url: format === webhook.format ? toWebhookDraft(webhook).url : '' };
}

interface AddressFieldProps {
  webhook: Webhook | null;
  draft: WebhookDraft;
  error: string | undefined;
  onChange: (url: string) => void;
}

function AddressField({ webhook, draft, error, onChange }: AddressFieldProps) {
  const isKept = canKeepAddress(draft, webhook);
  return (
    <Field
      label="Address"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      data-autofocus
      required={!isKept}
      maxLength={2048}
      value={draft.url}
      placeholder={isKept ? webhook?.url : PLACEHOLDERS[draft.format]}
      help={
        isKept
          ? 'Anyone who knows the address can post to the chat, so it is not shown. Leave the field empty to keep it.'
          : 'http or https. It is stored encrypted.'
      }
      error={error ?? null}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

const PLACEHOLDERS: Record<WebhookDraft['format'], string> = {
  standard: 'https://example.com/hooks',
  slack: 'https://hooks.slack.com/services/…',
  teams: 'https://…',
  discord: 'https://discord.com/api/webhooks/…',
};

function useSave(webhook: Webhook | null, onSaved: (webhook: Webhook) => void) {
  const options = {
    onSuccess: async (saved: Webhook) => {
      await reloadWebhooks();
      onSaved(saved);
    },
  };
  const create = useMutation(trpc.webhooks.create.mutationOptions(options));
  const edit = useMutation(trpc.webhooks.edit.mutationOptions(options));
  // The server cannot decrypt what it stored, and asks for it again.
  const withAddress = edit.error instanceof SvcClientError && edit.error.code === 'CONFLICT';
  return {
    save: (draft: WebhookDraft) =>
      webhook === null
        ? create.mutate(toWebhookInput(draft))
        : edit.mutate(buildWebhookChange(draft, webhook, { withAddress })),
    isPending: create.isPending || edit.isPending,
    error: create.error ?? edit.error,
  };
}
