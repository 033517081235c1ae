import { EVENT_EXAMPLES } from '@svc/contract/zod-free/event-examples';
import { EVENT_TYPES, type EventType } from '@svc/contract/zod-free/event-types';
import { Argument, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../../context/command-context.ts';
import { addExamples } from '../../flags/filter-options.ts';
import { withChoices } from '../../flags/option-values.ts';
import type { Answer } from '../../terminal/answer.ts';
import type { DeclareCommand } from '../../context/declare-command.ts';
import { wrapLabelledText } from '../../terminal/lines/labelled-lines.ts';
import { wrapCommand, wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { toTerminalJson } from '@svc/reporter-core/text/terminal-text';

/** `svc webhooks events`, and `svc webhooks events <event>`. Needs no server. */
export const declareEvents: DeclareCommand = (command, run) => {
  command
    .summary('the events, and what is sent for one of them')
    .description('The events that a webhook can receive. With an event, an example of its body.')
    .addArgument(
      new Argument('[event]', 'prints what is sent for it').argParser(
        withChoices(parseEvent, EVENT_TYPES),
      ),
    )
    .action((event: EventType | undefined) =>
      run(command, async (context) => (event === undefined ? list() : example(event, context))),
    );
  addExamples(command, 'svc webhooks events', 'svc webhooks events execution.failed');
};

function list(): Answer {
  const events = EVENT_TYPES.map((event) => ({ event, summary: EVENT_EXAMPLES[event].summary }));
  return { data: { items: events }, text: (look) => formatEventList(events, look) };
}

function example(type: EventType, { now }: CommandContext): Answer {
  const { summary, data } = EVENT_EXAMPLES[type];
  const body = { type, timestamp: now.toISOString(), data };
  return { data: body, text: (look) => formatEventExample({ summary, body }, look) };
}

function parseEvent(word: string): EventType {
  const found = EVENT_TYPES.find((event) => event === word.trim());
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`It must be one of ${EVENT_TYPES.join(', ')}.`);
}

export interface ShownEvent {
  event: string;
  summary: string;
}

/** Each event with what it reports. */
export function formatEventList(events: readonly ShownEvent[], look: Look): string[] {
  const { colors, columns, quiet } = look;
  const width = Math.max(...events.map(({ event }) => event.length));
  const example = wrapCommand('What is sent:', 'svc webhooks events execution.failed', columns);
  return [
    ...events.flatMap(({ event, summary }) =>
      wrapLabelledText(`${event.padEnd(width)}  `, summary, columns, colors.bold),
    ),
    ...(quiet ? [] : ['', ...example.map(colors.dim)]),
  ];
}

/** What one event reports, and an example of its body. */
function formatEventExample(
  { summary, body }: { summary: string; body: unknown },
  { colors, columns, quiet }: Look,
): string[] {
  const heading = quiet ? [] : [...wrapText(summary, columns).map(colors.bold), ''];
  return [...heading, ...toTerminalJson(body).split('\n')];
}
