import { shortenText } from '@svc/contract/zod-free/shorten-text';
import { deriveLabel } from '@svc/analysis/verdicts/verdict-label';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../../format/count.ts';
import { toPlainText } from '../../../components/text/plain-text.ts';
import { useExecutionAnalysis } from './execution-analysis.ts';
import { describeCausesSeen } from './causes-seen.ts';
import { chooseLeadVerdict } from './lead-verdict.ts';

const TITLE_CHARACTERS = 120;

/** The lead sentence of an execution: `answer` and `rest`, and the verdict on what failed as soon as it is known. */
export function LeadWithVerdict({
  summary,
  answer,
  rest,
}: {
  summary: ExecutionSummary;
  answer: string;
  rest: string | null;
}) {
  const { data } = useExecutionAnalysis(summary);
  return (
    <>
      <p className="answer">
        <span className="strong">{answer}</span> {rest}{' '}
        {data != null && <Verdict analysis={data} executionId={summary.execution.id} />}
      </p>
      {data != null && <Notes analysis={data} />}
    </>
  );
}

function Verdict({ analysis, executionId }: { analysis: Analysis; executionId: string }) {
  const lead = chooseLeadVerdict(analysis);
  if (lead === null) return null;
  const { text, failure, next, needsHuman } = lead;
  return (
    <span role="group" aria-label="Verdict on the execution">
      {text}
      {failure !== null && (
        <>
          : <FailureName failure={failure} executionId={executionId} />
        </>
      )}
      .{needsHuman && ' A person should look.'}
      {next !== null && ` Next: ${lowerFirst(toPlainText(next))}.`}
    </span>
  );
}

function FailureName({
  failure: { title, resultId, testId, file },
  executionId,
}: {
  failure: FailureVerdict;
  executionId: string;
}) {
  // Of the whole run, the title says nothing.
  if (testId === null && file === null) return 'an error of the run';
  const shown = shortenText(toPlainText(title).trim(), TITLE_CHARACTERS);
  if (resultId === null) return <bdi className="wrap-anywhere">{shown}</bdi>;
  return (
    <Link
      className="link wrap-anywhere"
      to="/executions/$executionId"
      params={{ executionId }}
      search={{ result: resultId }}
      resetScroll={false}
    >
      <bdi>{shown}</bdi>
    </Link>
  );
}

/** What the cards of the failures do not show. */
function Notes({
  analysis: { failures, failureCount, history, notChecked },
}: {
  analysis: Analysis;
}) {
  const { newFingerprints: here, knownFingerprints: before } = history;
  const seen = describeCausesSeen({ here, before });
  const corrected = failures.filter(
    (one) => deriveLabel(one) !== deriveLabel({ ...one, correctedBy: null }),
  ).length;
  const notes = [
    ...(failureCount > 1 && seen !== '' ? [seen] : []),
    ...(corrected > 0 ? [`${formatCount(corrected, 'verdict')} corrected by people.`] : []),
    ...notChecked.filter((text) => !failures.some((one) => one.notChecked.includes(text))),
  ];
  return notes.length === 0 ? null : <p className="sub verdict-notes">{notes.join(' ')}</p>;
}

function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}|^A /u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
