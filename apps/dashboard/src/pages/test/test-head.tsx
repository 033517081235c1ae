import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import type { TestDetail } from '@svc/contract/history/tests';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { QuarantineButton } from '../../components/quarantine/quarantine-button.tsx';
import { QuarantineChip } from '../../components/quarantine/quarantine-chip.tsx';
import { StateChip } from '../../components/status/class-chip.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { TestName } from '../../components/tests/test-name.tsx';
import { CopyButton } from '../../components/text/copy.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { useKey } from '../../keyboard/use-key.ts';
import { buildRunCommand } from '@svc/analysis/plan/run-command';
import type { RunOfTest } from './runs/test-runs.ts';
import { newestSentence } from './test-sentence.ts';

const MOST_TAGS = 8;

interface TestHeadProps {
  test: TestDetail;
  newest: RunOfTest | undefined;
  latestFailure: RunOfTest | undefined;
  /** Its active entries in the quarantine; undefined until they are known. */
  entries: readonly QuarantineEntry[] | undefined;
}

/** The test, how its newest run ended, and then its state. */
export function TestHead({ test, newest, latestFailure, entries }: TestHeadProps) {
  const { titlePath, file, variant, owner, tags, project, state, since } = test;
  const command = buildRunCommand(test);
  const copy = useRef<HTMLSpanElement>(null);
  useKey({ key: 'y' }, () => copy.current?.querySelector('button')?.click());
  const status = since?.kind === 'failing' ? statusOf(since) : newest?.outcome;
  return (
    <div className="head">
      <div className="grow">
        <div className="crumbs">
          <Link to="/flaky" search={{ project }}>
            <bdi>{project}</bdi>
          </Link>
          <span aria-hidden="true">›</span>
          <bdi className="mono clip">{file.slice(0, 400)}</bdi>
        </div>
        <h1>
          <TestName titlePath={titlePath} limit={240} />
        </h1>
        <p className="row wrap newest-line">
          {status !== undefined && <StatusGlyph status={status} size={14} label={null} />}
          <span>
            <bdi>{newestSentence(newest, since)}</bdi>{' '}
            {since?.kind !== 'failing' && newest !== undefined && <TimeAgo at={newest.at} />}
          </span>
          <StateChip state={state} />
          {entries?.map((entry) => (
            <QuarantineChip key={entry.id} entry={entry} />
          ))}
        </p>
        <div className="facts">
          {variant !== null && <bdi>{variant}</bdi>}
          {owner !== null && <bdi>owner {owner}</bdi>}
          {tags.slice(0, MOST_TAGS).map((tag) => (
            <bdi key={tag} className="tag clip">
              {tag}
            </bdi>
          ))}
          {tags.length > MOST_TAGS && <span>{tags.length - MOST_TAGS} more tags</span>}
        </div>
      </div>
      <div className="actions">
        {command !== null && (
          <span ref={copy}>
            <CopyButton
              text={command}
              label={`Copy command: ${command.slice(0, 200)}`}
              className="btn labelled"
            >
              Copy command
            </CopyButton>
          </span>
        )}
        <QuarantineButton
          label="Quarantine"
          hasKey
          isNeeded={entries?.length === 0}
          test={test}
          atHand={null}
          entry={null}
        />
        {latestFailure !== undefined && (
          <Link
            className="btn primary"
            to="/executions/$executionId"
            params={{ executionId: latestFailure.executionId }}
            search={{ result: latestFailure.resultId }}
          >
            Open the latest failure
          </Link>
        )}
      </div>
    </div>
  );
}

function statusOf({ goodAgain }: NonNullable<TestDetail['since']>) {
  return goodAgain === null ? 'failed' : 'passed';
}
