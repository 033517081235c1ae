import { useQuery } from '@tanstack/react-query';
import { describeDeliveryAnswer, describeTestDelivery } from './delivery-words.ts';
import { StatusGlyph } from '../../../../components/status/status-glyph.tsx';
import { buildDeliveryQuery } from '../webhooks-queries.ts';

interface TestProgressProps {
  webhookId: string;
  /** The delivery of the test that was sent last. */
  testId: string | null;
}

/** How the test goes that somebody just sent. */
export function TestProgress({ webhookId, testId }: TestProgressProps) {
  const { data, dataUpdatedAt } = useQuery(
    buildDeliveryQuery(testId === null ? null : { id: webhookId, deliveryId: testId }),
  );
  // The page asks again and again while a test waits.
  const now = new Date(dataUpdatedAt);
  return (
    <div className="live" role="status">
      {data !== undefined && testId !== null && (
        <p className="pad row test-progress">
          <StatusGlyph status={describeDeliveryAnswer(data, now).glyph} size={14} label={null} />
          {describeTestDelivery(data, now)}
        </p>
      )}
    </div>
  );
}
