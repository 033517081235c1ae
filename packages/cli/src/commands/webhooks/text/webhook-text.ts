import type { Answer } from '../../../terminal/answer.ts';
import { shortenId } from '../../../wording/short-ids.ts';
import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { wrapLabelledText } from '../../../terminal/lines/labelled-lines.ts';
import { wrapCommand, wrapText } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { toTerminalLine, makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import { formatFullTime } from '@svc/analysis/text/times';
import { formatLastAttempt, paintState, explainState, formatSeverity } from './webhook-state.ts';
import { formatEvents, formatWebhookHeading } from './webhooks-text.ts';

/** One webhook, and what was done with it; every text in it is safe for a terminal. */
export interface ShownWebhook {
  webhook: Webhook;
  /** In words: `created`. Absent if nothing was done. */
  done?: string;
  /** Facts that were not asked for: `the format slack is that of the address`. */
  notes?: readonly string[];
  /** A secret that svc made. Never shown again. */
  generatedSecret?: string | undefined;
  /** What to do next, as label and command. */
  next: readonly [label: string, command: string];
}

/** The answer of a command that created or changed a webhook. With `--json` a generated secret is its `secret`. */
export function buildSavedWebhook({
  webhook,
  done,
  notes,
  generated,
}: {
  webhook: Webhook;
  done: string;
  notes: readonly string[];
  generated: string | undefined;
}): Answer {
  const shown = makeTerminalSafe<ShownWebhook>({
    webhook,
    done,
    notes,
    generatedSecret: generated,
    next: webhook.active
      ? ['Test it', `svc webhooks test ${shortenId(webhook.id)}`]
      : ['Turn it on', `svc webhooks update ${shortenId(webhook.id)} --on`],
  });
  return {
    data: generated === undefined ? webhook : { ...webhook, secret: generated },
    text: (look) => formatWebhook(shown, look),
  };
}

/** A webhook in full. */
export function formatWebhook(shown: ShownWebhook, look: Look): string[] {
  const { webhook, done, notes = [], generatedSecret, next } = shown;
  const { colors, columns, glyphs, now, quiet } = look;
  const reason = explainState(webhook, now);
  const facts = formatWebhookFacts(webhook, now);
  const width = Math.max(...facts.map(([label]) => label.length));
  return [
    ...(done === undefined ? [] : [colors.green(`${glyphs.passed} ${done}`)]),
    ...formatWebhookHeading(webhook, look),
    ...(reason === undefined
      ? []
      : wrapText(`  ${reason}`, columns).map(paintState(webhook, colors))),
    ...facts.flatMap(([label, text]) =>
      wrapLabelledText(`  ${label.padEnd(width)}  `, text, columns, colors.dim),
    ),
    ...notes.flatMap((note) => wrapText(note, columns)),
    ...(generatedSecret === undefined ? [] : formatSecretLines(generatedSecret, look)),
    ...(quiet ? [] : wrapCommand(`${next[0]}:`, next[1], columns).map(colors.dim)),
  ];
}

function formatWebhookFacts(webhook: Webhook, now: Date): [label: string, text: string][] {
  const { description, project, branch, minSeverity, createdAt, createdBy } = webhook;
  const by = createdBy === null ? '' : ` by ${toTerminalLine(createdBy)}`;
  return [
    ...(description === '' ? [] : [['about', toTerminalLine(description)] as [string, string]]),
    ['id', webhook.id],
    ['events', formatEvents(webhook.events)],
    ['project', project === null ? 'all' : toTerminalLine(project)],
    ['branch', branch === null ? 'all' : toTerminalLine(branch)],
    ['severity', minSeverity === null ? 'all' : formatSeverity(minSeverity)],
    ['format', webhook.format],
    ...(webhook.format === 'standard'
      ? [['signed', formatSignature(webhook)] as [string, string]]
      : []),
    ['created', `${formatFullTime(createdAt)}${by}`],
    ['sent', formatLastAttempt(webhook, now)],
  ];
}

function formatSignature({ hasSecret, previousSecretUntil }: Webhook): string {
  if (!hasSecret) return 'no: the webhook has no secret';
  if (previousSecretUntil === null) return 'yes';
  return `yes, until ${formatFullTime(previousSecretUntil)} also with the former secret`;
}

function formatSecretLines(secret: string, { columns, colors }: Look): string[] {
  return [
    '',
    ...wrapText('The secret. It is shown only now; store it where the receiver reads it:', columns),
    `  ${colors.bold(secret)}`,
    '',
  ];
}
