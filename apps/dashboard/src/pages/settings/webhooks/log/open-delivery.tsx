import { capitalize } from '@svc/contract/zod-free/capitalize';
import type { DeliveryDetail } from '@svc/contract/webhooks/deliveries';
import { useQuery } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Loaded } from '../../../../components/states/loaded.tsx';
import { Problem } from '../../../../components/states/problem.tsx';
import { SkeletonRows } from '../../../../components/states/skeleton.tsx';
import { STATUS_TONES } from '../../../../components/status/status-glyph.tsx';
import { CopyButton } from '../../../../components/text/copy.tsx';
import { TimeAgo } from '../../../../components/text/time.tsx';
import { formatDuration } from '../../../../format/duration.ts';
import { buildDeliveryQuery } from '../webhooks-queries.ts';
import { AttemptList } from './attempt-list.tsx';
import { describeAttemptAnswer } from './delivery-words.ts';
import { HttpMessage } from './http-message.tsx';
import type { DeliverAgain } from './use-deliver-again.ts';
import { GuardedButton } from '../../guarded-button.tsx';

interface OpenDeliveryProps {
  webhookId: string;
  deliveryId: string;
  deliverAgain: DeliverAgain;
}

/** What was sent, and what each attempt was answered. */
export function OpenDelivery({ webhookId, deliveryId, deliverAgain }: OpenDeliveryProps) {
  const query = useQuery(buildDeliveryQuery({ id: webhookId, deliveryId }));
  return (
    <Loaded query={query} what="The delivery" skeleton={<SkeletonRows rows={3} />}>
      {(detail) => <Exchange detail={detail} deliverAgain={deliverAgain} />}
    </Loaded>
  );
}

function Exchange({
  detail,
  deliverAgain,
}: {
  detail: DeliveryDetail;
  deliverAgain: DeliverAgain;
}) {
  const { attempts, request, error } = detail;
  // Without a choice, the newest one, also when another follows.
  const [chosen, setChosen] = useState<number | null>(null);
  const attempt = attempts.find(({ number }) => number === chosen) ?? attempts.at(-1);
  const [sentId, answerId] = [useId(), useId()];
  return (
    <div className="grid g-2 exchange">
      <section aria-labelledby={sentId}>
        <h3 id={sentId}>
          Sent
          <CopyButton text={request.body} label="Copy the body" className="iconbtn tiny" />
        </h3>
        <HttpMessage
          label="What was sent"
          headers={attempt?.request.headers ?? request.headers}
          body={request.body}
          isCut={request.truncated}
        />
      </section>
      <section aria-labelledby={answerId}>
        <h3 id={answerId}>
          {attempt === undefined ? 'Not sent yet' : <AnswerTitle attempt={attempt} />}
        </h3>
        {attempts.length > 1 && attempt !== undefined && (
          <AttemptList attempts={attempts} shown={attempt.number} onShow={setChosen} />
        )}
        {attempt?.error != null && <p className="mid attempt-error">{toSentence(attempt.error)}</p>}
        {error !== null && error !== attempt?.error && (
          <p className="mid attempt-error">{toSentence(error)}</p>
        )}
        {attempt?.response != null && (
          <HttpMessage
            label="What was answered"
            headers={attempt.response.headers}
            body={attempt.response.body}
            isCut={attempt.response.truncated}
          />
        )}
        <AgainButton deliveryId={detail.id} again={deliverAgain} />
      </section>
    </div>
  );
}

type Attempt = DeliveryDetail['attempts'][number];

function AnswerTitle({ attempt }: { attempt: Attempt }) {
  const { glyph, words } = describeAttemptAnswer(attempt);
  return (
    <span>
      {attempt.responseStatus === null ? '' : 'Answered '}
      <span className={STATUS_TONES[glyph]}>
        {attempt.responseStatus === null ? capitalize(words) : words}
      </span>{' '}
      in {formatDuration(attempt.durationMs)}, <TimeAgo at={attempt.at} />
    </span>
  );
}

function AgainButton({ deliveryId, again }: { deliveryId: string; again: DeliverAgain }) {
  const { deliver, isPending, error, refusal } = again;
  return (
    <>
      <div className="row">
        <GuardedButton
          refusal={refusal}
          className="btn sm"
          disabled={isPending}
          onClick={() => deliver(deliveryId)}
        >
          <IconRefresh size={14} stroke={1.5} aria-hidden />
          Deliver again
        </GuardedButton>
        <span className="sr" role="status">
          {isPending ? 'Delivering again' : ''}
        </span>
      </div>
      {error !== null && again.deliveryId === deliveryId && (
        <Problem error={error} title="The event could not be delivered again." />
      )}
    </>
  );
}

/** A reason as a sentence: the server stores `the connection was refused`. */
function toSentence(reason: string): string {
  return `${capitalize(reason)}${/[.!?]$/.test(reason) ? '' : '.'}`;
}
