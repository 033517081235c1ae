import type { ResultDetail } from '@svc/contract/executions/execution-view';
import type { Execution } from '@svc/contract/executions/executions';
import { Link } from '@tanstack/react-router';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { StatusWord } from '../../../components/status/status-glyph.tsx';
import { TestName } from '../../../components/tests/test-name.tsx';
import { formatDuration } from '../../../format/duration.ts';
import { formatTestTitle } from '../../../format/identity.ts';
import { ExcusedResultChip } from '../../../components/gate/excused-chip.tsx';
import { pickResultGlyph, formatPart } from '../list/entry-row.tsx';
import { LongLine } from '../texts/long-line.tsx';
import { VerdictChip } from '../verdict/verdict-chip.tsx';
import { DetailStepper, type Position } from './detail-stepper.tsx';
import { TestHistory } from './test-history.tsx';

// Longer titles are cut, with a button that shows the rest.
const LONG_TITLE = 400;
const SHOWN_TAGS = 12;

/** The test of a result, where it is, and how it did before. */
export function ResultTitle({
  execution,
  detail,
  position,
}: {
  execution: Execution;
  detail: ResultDetail;
  position: Position;
}) {
  const { titlePath, testId } = detail;
  const title = formatTestTitle(titlePath);
  return (
    <section>
      <div className="row top gap3">
        <div className="grow">
          <h2 className="title" id="result-title">
            {title.length > LONG_TITLE ? (
              <LongLine text={title} />
            ) : (
              <TestName titlePath={titlePath} limit={LONG_TITLE} />
            )}
          </h2>
          <ResultFacts execution={execution} detail={detail} />
        </div>
        <DetailStepper position={position} />
      </div>
      <TestHistory execution={execution} testId={testId} />
      <Annotations annotations={detail.annotations} />
    </section>
  );
}

/** How the result ended, and where and whose its test is. */
function ResultFacts({ execution, detail }: { execution: Execution; detail: ResultDetail }) {
  const { file, line, column, variant, owner, testId, tags } = detail;
  const place = [file, line, column].filter((one) => one !== null).join(':');
  const part = formatPart(detail.part);
  return (
    <div className="facts result-facts">
      <StatusWord status={pickResultGlyph(detail)} size={14} />
      {isFailure(detail.status) && (
        <VerdictChip
          executionId={execution.id}
          failure={{ kind: 'result', resultId: detail.id, testId }}
        />
      )}
      <ExcusedResultChip executionId={execution.id} resultId={detail.id} />
      {detail.expectedFailure && <span className="chip">expected to fail</span>}
      <bdi className="mono place">
        <LongLine text={place} />
      </bdi>
      <span className="tnum">{formatDuration(detail.durationMs)}</span>
      {variant !== null && <bdi className="clip">{variant}</bdi>}
      {part !== null && <bdi className="clip">{part}</bdi>}
      {owner !== null && (
        <span title={owner.slice(0, 300)}>
          owner <bdi className="clip">{owner}</bdi>
        </span>
      )}
      <Link
        className="link"
        to="/tests/$testId"
        params={{ testId }}
        search={execution.git.branch === undefined ? {} : { branch: execution.git.branch }}
      >
        History of this test
      </Link>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <span className="tag" key={tag} title={tag.slice(0, 300)}>
          <bdi className="clip">{tag}</bdi>
        </span>
      ))}
    </div>
  );
}

function Annotations({ annotations }: Pick<ResultDetail, 'annotations'>) {
  if (annotations.length === 0) return null;
  return (
    <ul className="annotations">
      {annotations.slice(0, 50).map(({ type, description }, index) => (
        // Annotations have no identity besides their place.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <b className="strong">{type}</b>{' '}
          {description !== undefined && <LongLine text={description} />}
        </li>
      ))}
    </ul>
  );
}
