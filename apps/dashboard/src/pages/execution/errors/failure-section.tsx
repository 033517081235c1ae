import type { ResultDetail, ResultRowPage } from '@svc/contract/executions/execution-view';
import type { Execution } from '@svc/contract/executions/executions';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { buildAnalysisQuery, indexVerdicts } from '../../../components/verdicts/analysis-query.ts';
import { CopyButton } from '../../../components/text/copy.tsx';
import { shortenFingerprint } from '../../../format/identity.ts';
import { useKey } from '../../../keyboard/use-key.ts';
import { QuarantineFailure } from '../gate/quarantine-failure.tsx';
import { ErrorBlock } from './error-block.tsx';
import { renderResult } from './result-markdown.ts';

const SHOWN_ERRORS = 20;

interface FailureSectionProps {
  execution: Execution;
  detail: ResultDetail;
  patterns: ResultRowPage['patterns'];
}

/** Why the attempt failed, or that it did not. */
export function FailureSection(props: FailureSectionProps) {
  const { execution, detail, patterns } = props;
  const { attempt } = detail;
  const { errors } = attempt;
  const footer = useRef<HTMLDivElement>(null);
  const url = useResultAddress(execution.id, detail);
  // Only what another part of the page asked for: the error does not wait for it.
  const { data: analysis } = useQuery({ ...buildAnalysisQuery(execution.id), enabled: false });
  const verdict = indexVerdicts(analysis).get(detail.id);
  const markdown = renderResult({ execution, detail, url, verdict });
  useKey({ key: 'y' }, () => footer.current?.querySelector<HTMLElement>('.copy-markdown')?.click());
  return (
    <>
      {errors.length === 0 && <NoError detail={detail} />}
      {errors.slice(0, SHOWN_ERRORS).map((error, place) => (
        // Errors have no identity besides their place.
        // oxlint-disable-next-line react/no-array-index-key
        <ErrorBlock key={`${attempt.index} ${place}`} error={error} />
      ))}
      {errors.length > SHOWN_ERRORS && (
        <p className="sub">{errors.length - SHOWN_ERRORS} more errors are not shown.</p>
      )}
      <div className="row wrap failure-foot" ref={footer}>
        <FingerprintLink {...props} />
        <span className="row push">
          <CopyButton
            className="btn quiet sm copy-markdown"
            text={markdown}
            label="Copy as Markdown"
          >
            Copy as Markdown
          </CopyButton>
          <QuarantineFailure
            executionId={execution.id}
            detail={detail}
            patterns={patterns}
            verdict={verdict}
          />
        </span>
      </div>
    </>
  );
}

/** The address of the open attempt. That of the page may not name the result: without one, it shows the first. */
function useResultAddress(executionId: string, { id, attempt }: ResultDetail): string {
  const { publicHref } = useRouter().buildLocation({
    to: '/executions/$executionId',
    params: { executionId },
    search: { result: id, attempt: attempt.index },
  });
  return new URL(publicHref, window.location.origin).href;
}

/** The way to the other failures of the same cause. */
function FingerprintLink({ execution, detail, patterns }: FailureSectionProps) {
  const { fingerprint, status, flaky } = detail;
  if (fingerprint === null || (status === 'passed' && !flaky)) return null;
  return (
    <span className="row" title={patterns[fingerprint]?.pattern}>
      <span className="sub">fingerprint</span>
      <Link
        className="mono link"
        to="/failures"
        search={{ project: execution.project, search: fingerprint }}
      >
        {shortenFingerprint(fingerprint)}
      </Link>
    </span>
  );
}

function NoError({ detail: { attempt, attempts, status, flaky } }: { detail: ResultDetail }) {
  if (attempt.status === 'passed') {
    return (
      <p className="mid">
        {flaky
          ? `This attempt passed, after ${attempts.length - 1} that failed.`
          : 'This test passed.'}
      </p>
    );
  }
  const texts = {
    skipped: 'This test was skipped: it did not run.',
    interrupted: 'The run ended before this test did.',
    failed: 'The framework reported no error text for this attempt.',
    timedOut: 'This attempt ran out of time, and the framework reported no error text.',
  };
  return <p className="mid">{texts[attempt.status === status ? status : attempt.status]}</p>;
}
