import { countBlocking, buildNewRows, type GateRow } from '@svc/analysis/gate/gate-rows';
import type { BlockingItem } from '@svc/contract/gate/gate';
import type { PullRequest, PullRequestSuite } from '@svc/contract/gate/pull-requests';
import { Link } from '@tanstack/react-router';
import { FailureLink } from '../../components/gate/failure-link.tsx';
import { CauseHead } from '../../components/causes/cause-head.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { LabelChip } from '../../components/status/label-chip.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { TestPlace } from '../../components/tests/test-name.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { formatNumber, formatCount } from '../../format/count.ts';
import { shortenCommit } from '../../format/identity.ts';
import { CompareSuite } from './compare-suite.tsx';
import {
  pickSuiteGlyph,
  formatSuiteName,
  describeSuite,
  formatOmittedSuites,
} from './pull-request-sentence.ts';

const SHOWN_ITEMS = 5;

/** What each suite says of the pull request, with what is new in it. */
export function SuitesPanel({ answer }: { answer: PullRequest }) {
  const { suites, suitesOmitted, commit } = answer;
  const total = formatCount(suites.length + suitesOmitted, 'suite');
  return (
    <Panel
      title="Suites"
      meta={commit === null ? total : `${total}, at the newest commit ${shortenCommit(commit)}`}
    >
      <ul className="attn gate-items">
        {suites.map((suite) => (
          <SuiteRow key={suite.execution.id} suite={suite} answer={answer} />
        ))}
      </ul>
      {suitesOmitted > 0 && <p className="more">{formatOmittedSuites(suitesOmitted)}</p>}
    </Panel>
  );
}

function SuiteRow({ suite, answer }: { suite: PullRequestSuite; answer: PullRequest }) {
  const { execution, isOutdated } = suite;
  const { id, number, classification, candidates, startedAt } = execution;
  return (
    <li>
      <span className="g">
        <StatusGlyph status={pickSuiteGlyph(suite)} size={16} label={null} />
      </span>
      <div>
        <Link
          className="ttl link-ink"
          to="/executions/$executionId"
          params={{ executionId: id }}
          data-row
        >
          <bdi>{formatSuiteName(execution)}</bdi> <span className="dim tnum">#{number}</span>
        </Link>
        <p className="mid wrap-anywhere">{describeSuite(suite, answer.commit)}</p>
        {!isOutdated && <NewItems suite={suite} />}
      </div>
      <div className="side">
        {!isOutdated && <LabelChip classification={classification} candidates={candidates} />}
        <CompareSuite suite={suite} baseBranch={answer.baseBranch} className="link" />
        <TimeAgo at={startedAt} />
      </div>
    </li>
  );
}

/** What blocks and the base does not have, each cause once. The tab of the gate has all. */
function NewItems({ suite: { execution, gate } }: { suite: PullRequestSuite }) {
  const rows = buildNewRows(gate);
  const { added, others } = countBlocking(gate);
  const shown = rows.slice(0, SHOWN_ITEMS);
  const left = added + others - countNewFailures(shown);
  const executionId = execution.id;
  if (rows.length === 0) return null;
  return (
    <ul className="stack tight new-items" aria-label={gate.base === null ? 'Blocks' : 'New'}>
      {shown.map((row, place) =>
        row.kind === 'cause' ? (
          <li key={row.cause.fingerprint ?? 'none'}>
            <CauseHead cause={row.cause} />
          </li>
        ) : (
          // An item that is no failure has no identity besides its place.
          <NewItem key={row.item.resultId ?? place} item={row.item} executionId={executionId} />
        ),
      )}
      {left > 0 && (
        <li>
          <Link
            className="link"
            to="/executions/$executionId"
            params={{ executionId }}
            search={{ tab: 'gate' }}
          >
            {formatNumber(left)} more
          </Link>
        </li>
      )}
    </ul>
  );
}

/** How many new failures these rows stand for. */
function countNewFailures(rows: readonly GateRow<BlockingItem>[]): number {
  return rows.reduce(
    (sum, row) => sum + (row.kind === 'test' ? 1 : row.cause.failures - row.cause.onBase),
    0,
  );
}

function NewItem({ item, executionId }: { item: BlockingItem; executionId: string }) {
  const { resultId, titlePath, file, line, variant, why } = item;
  return (
    <li>
      {titlePath !== null && resultId !== null ? (
        <FailureLink executionId={executionId} resultId={resultId} titlePath={titlePath} />
      ) : (
        <bdi className="wrap-anywhere">{why}</bdi>
      )}
      {file !== null && <TestPlace file={file} line={line} variant={variant} />}
    </li>
  );
}
