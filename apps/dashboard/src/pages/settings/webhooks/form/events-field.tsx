import { EVENT_TYPES, type EventType } from '@svc/contract/zod-free/event-types';
import { EVENT_EXAMPLES } from '@svc/contract/zod-free/event-examples';
import { useId } from 'react';
import { Choices } from '../../../../components/forms/choice-field.tsx';
import { JsonBlock } from '../../../../components/text/json-block.tsx';
import type { WebhookDraft } from './webhook-draft.ts';

/** Every event that a webhook may ask for. Each receives its own tests unasked. */
const CHOICES = EVENT_TYPES.filter((event) => event !== 'webhook.test');

interface EventsFieldProps {
  draft: Pick<WebhookDraft, 'isForAllEvents' | 'events'>;
  error: string | undefined;
  onChange: (changes: Partial<WebhookDraft>) => void;
}

/** Which events are sent: all, or a choice, each with when it happens and an example of its data. */
export function EventsField({ draft, error, onChange }: EventsFieldProps) {
  const name = useId();
  const { isForAllEvents, events } = draft;
  return (
    <Choices legend="Events" error={error}>
      <div className="row gap4 event-scope">
        {[true, false].map((isForAll) => (
          <label key={String(isForAll)} className="row" htmlFor={`${name}-${isForAll}`}>
            <input
              id={`${name}-${isForAll}`}
              type="radio"
              name={name}
              checked={isForAllEvents === isForAll}
              onChange={() => onChange({ isForAllEvents: isForAll })}
            />
            {isForAll ? 'All, also those of later versions' : 'Only some'}
          </label>
        ))}
      </div>
      {CHOICES.map((event) => (
        <EventChoice
          key={event}
          event={event}
          isChosen={isForAllEvents || events.includes(event)}
          isFixed={isForAllEvents}
          onChange={(isChosen) =>
            onChange({
              events: isChosen ? [...events, event] : events.filter((one) => one !== event),
            })
          }
        />
      ))}
    </Choices>
  );
}

interface EventChoiceProps {
  event: EventType;
  isChosen: boolean;
  /** All events are chosen. */
  isFixed: boolean;
  onChange: (isChosen: boolean) => void;
}

function EventChoice({ event, isChosen, isFixed, onChange }: EventChoiceProps) {
  const id = useId();
  const { summary, data } = EVENT_EXAMPLES[event];
  return (
    <div className="choice event-choice">
      <input
        id={id}
        type="checkbox"
        checked={isChosen}
        disabled={isFixed}
        aria-describedby={`${id}-summary`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div>
        <label className="mono strong" htmlFor={id}>
          {event}
        </label>
        <span className="help" id={`${id}-summary`}>
          {summary}
        </span>
        <details>
          <summary>
            Example<span className="sr"> of {event}</span>
          </summary>
          <JsonBlock
            label={`Example of ${event}`}
            text={JSON.stringify({ type: event, timestamp: TIMESTAMP, data })}
          />
        </details>
      </div>
    </div>
  );
}

const TIMESTAMP = '2026-01-31T09:30:00.000Z';
