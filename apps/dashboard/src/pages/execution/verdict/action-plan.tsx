import type { ActionPlan as Plan, PlanStep } from '@svc/contract/analysis/action-plan';
import type { Classification } from '@svc/contract/executions/outcomes';
import { useState } from 'react';
import { Problem } from '../../../components/states/problem.tsx';
import { CopyCommand } from '../../../components/text/copy.tsx';
import { testPlace } from '../../../format/identity.ts';
import { LongLine } from '../texts/long-line.tsx';
import { plainText } from '../texts/plain-text.ts';
import { useAnalyze } from './execution-analysis.ts';

interface ActionPlanProps {
  plan: Plan;
  /** The class that the plan was made for. */
  planClass: Classification;
  shownClass: Classification;
  /** Whether other failures of the execution have the same fingerprint and class. */
  isShared: boolean;
  executionId: string | null;
}

/** What to do about a failure. A plan for another class than a person gave is folded. */
export function ActionPlan(props: ActionPlanProps) {
  const { plan, planClass, shownClass, isShared, executionId } = props;
  const isOutdated = planClass !== shownClass;
  const [isOpen, setOpen] = useState(!isOutdated);
  if (!isOpen) {
    return (
      <div className="plan">
        {executionId !== null && <AnalyzeAgain shownClass={shownClass} executionId={executionId} />}
        <button className="btn quiet sm" type="button" onClick={() => setOpen(true)}>
          Show the plan for {planClass}
        </button>
      </div>
    );
  }
  return (
    <div className="plan">
      <h4>
        Plan{isOutdated && ` for ${planClass}`}: <bdi>{plainText(plan.goal)}</bdi>
      </h4>
      {isShared && (
        <p className="sub">
          Failures with this fingerprint share the plan. Its commands run one of their tests.
        </p>
      )}
      <ol>
        {plan.steps.map((step) => (
          <Step key={step.order} step={step} />
        ))}
      </ol>
      <div className="plan-rules">
        <Rules title="Forbidden" rules={plan.forbidden} />
        <Rules title="Done when" rules={plan.doneWhen} />
        <Rules title="What would change the verdict" rules={plan.changesVerdict} />
        {plan.owner !== null && (
          <div>
            <h4>Owner</h4>
            <p className="mid">
              <LongLine text={plainText(plan.owner)} limit={200} />
            </p>
          </div>
        )}
      </div>
    </div>
  );
}

function Step({ step: { title, detail, action, file, line, command } }: { step: PlanStep }) {
  const place = file === null ? null : testPlace({ file, line });
  return (
    <li>
      <div>
        <div className="row wrap plan-title">
          <b className="strong wrap-anywhere">
            <LongLine text={plainText(title)} />
          </b>
          <code className="tag">{action}</code>
        </div>
        {detail !== '' && (
          <p className="mid">
            <LongLine text={plainText(detail)} />
          </p>
        )}
        {place !== null && !title.includes(place) && (
          <p className="sub mono">
            <LongLine text={plainText(place)} limit={300} />
          </p>
        )}
        {command !== null && <CopyCommand command={command} label="Copy the command" />}
      </div>
    </li>
  );
}

function Rules({ title, rules }: { title: string; rules: readonly string[] }) {
  if (rules.length === 0) return null;
  return (
    <div>
      <h4>{title}</h4>
      <ul className="plain">
        {rules.map((rule) => (
          <li key={rule}>
            <LongLine text={plainText(rule)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function AnalyzeAgain({
  shownClass,
  executionId,
}: {
  shownClass: Classification;
  executionId: string;
}) {
  const analyze = useAnalyze(executionId);
  return (
    <>
      <div className="row wrap">
        <p className="mid">
          Evidence and plan are older than the correction. The next analysis follows it, with a plan
          for {shownClass}.
        </p>
        <button
          className="btn sm push"
          type="button"
          disabled={analyze.isPending}
          onClick={() => analyze.mutate({ executionId })}
        >
          {analyze.isPending ? 'Analysing' : 'Analyse again'}
        </button>
      </div>
      {analyze.isError && (
        <Problem error={analyze.error} title="The execution could not be analysed." />
      )}
    </>
  );
}
