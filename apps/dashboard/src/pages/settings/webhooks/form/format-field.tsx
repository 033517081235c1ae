import type { WebhookFormat } from '@svc/contract/webhooks/webhooks';
import { ChoiceField } from '../../../../components/forms/choice-field.tsx';
import { FORMAT_NAMES } from '../webhook-words.ts';

const HELP: Record<WebhookFormat, string> = {
  standard: 'Signed JSON for a program of yours, in the Standard Webhooks format.',
  slack:
    'Messages in a channel. On api.slack.com/apps: choose your app, Incoming Webhooks, Add New Webhook.',
  teams:
    'Messages in a channel. In Teams: the menu of the channel, Workflows, a template that posts when a webhook request is received.',
  discord:
    'Messages in a channel. In Discord: Edit Channel, Integrations, Webhooks, New Webhook, Copy Webhook URL.',
};

const FORMATS = Object.keys(HELP) as WebhookFormat[];

/** Who receives the deliveries: a program, or a chat, with where its address is found. */
export function FormatField({
  value,
  onChange,
}: {
  value: WebhookFormat;
  onChange: (format: WebhookFormat) => void;
}) {
  return (
    <ChoiceField
      label="Format"
      value={value}
      onChange={onChange}
      choices={FORMATS.map((format) => ({
        value: format,
        label: FORMAT_NAMES[format],
        help: HELP[format],
      }))}
    />
  );
}
