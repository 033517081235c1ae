import { findStepPlace } from '@svc/analysis/markdown/verdict-markdown';
import type { ActionPlan as Plan, PlanStep } from '@svc/contract/analysis/action-plan';
import type { Label } from '@svc/analysis/verdicts/verdict-label';
import { useState } from 'react';
import { CopyCommand } from '../../../../components/text/copy.tsx';
import { shortenCommits } from '../../../../format/identity.ts';
import { LongLine } from '../../texts/long-line.tsx';
import { toPlainText } from '../../../../components/text/plain-text.ts';

interface ActionPlanProps {
  plan: Plan;
  /** The label that the plan was made for. */
  planClass: Label;
  shownClass: Label;
  /** Whether an analysis that follows the correction is yet to come. */
  isAwaited: boolean;
}

/** What to do about a failure. A plan for another class than a person gave is folded. */
export function ActionPlan({ plan, planClass, shownClass, isAwaited }: ActionPlanProps) {
  const isOutdated = planClass !== shownClass;
  const planName = planClass === 'unsure' ? 'the unsure verdict' : planClass;
  const [isOpen, setOpen] = useState(!isOutdated);
  return (
    <div className="plan">
      {isOutdated && (
        <p className="mid" role="status">
          {isAwaited
            ? `Evidence and plan are older than the correction. The execution is analysed again, for a plan for ${shownClass}.`
            : 'The classifier did not follow the correction. Evidence and plan are its own.'}
        </p>
      )}
      {isOpen ? (
        <>
          <h4>
            Plan{isOutdated && ` for ${planName}`}: {toPlainText(plan.goal)}
          </h4>
          <ol>
            {plan.steps.map((step) => (
              <Step key={step.order} step={step} />
            ))}
          </ol>
          <PlanRules plan={plan} />
        </>
      ) : (
        <button className="link-button" type="button" onClick={() => setOpen(true)}>
          Show the plan for {planName}
        </button>
      )}
    </div>
  );
}

function Step({ step }: { step: PlanStep }) {
  const { title, detail, command } = step;
  const place = findStepPlace(step);
  return (
    <li>
      <div>
        <b className="strong wrap-anywhere">
          <LongLine text={toPlainText(shortenCommits(title))} />
        </b>
        {detail !== '' && (
          <>
            {' '}
            <span className="mid wrap-anywhere">
              <LongLine text={toPlainText(shortenCommits(detail))} />
            </span>
          </>
        )}
        {place !== undefined && (
          <p className="sub mono">
            <LongLine text={toPlainText(place)} limit={300} />
          </p>
        )}
        {command !== null && <CopyCommand command={command} label="Copy the command" />}
      </div>
    </li>
  );
}

/** What is the same in every plan of a class, and who owns the test. */
function PlanRules({ plan: { forbidden, doneWhen, changesVerdict, owner } }: { plan: Plan }) {
  return (
    <div className="plan-foot">
      <details>
        <summary>What is forbidden, when it is done, what would change the verdict</summary>
        <div className="plan-rules">
          <Rules title="Forbidden" rules={forbidden} />
          <Rules title="Done when" rules={doneWhen} />
          <Rules title="What would change the verdict" rules={changesVerdict} />
        </div>
      </details>
      {owner !== null && (
        <p className="sub">
          Owner: <LongLine text={toPlainText(owner)} limit={200} />
        </p>
      )}
    </div>
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
            <LongLine text={toPlainText(shortenCommits(rule))} />
          </li>
        ))}
      </ul>
    </div>
  );
}
