import type { Classification } from '@svc/contract/executions/outcomes';
import { Field, SelectField } from '../../../../components/forms/field.tsx';
import { ProjectField } from '../../projects/project-fields.tsx';
import { formatMinSeverity } from '../webhook-words.ts';
import type { WebhookDraft } from './webhook-draft.ts';

const SEVERITIES: readonly Classification[] = ['INFRA', 'HEALABLE', 'REAL_BUG'];

interface FilterFieldsProps {
  draft: WebhookDraft;
  errors: Partial<Record<string, string>>;
  onChange: (changes: Partial<WebhookDraft>) => void;
}

/** Which executions a webhook is about. Empty fields exclude nothing. */
export function FilterFields({ draft, errors, onChange }: FilterFieldsProps) {
  return (
    <>
      <div className="grid g-2 filter-fields">
        <ProjectField
          chosen={draft.project}
          error={errors['project']}
          onChange={(project) => onChange({ project })}
        />
        <Field
          label="Only this branch"
          value={draft.branch}
          maxLength={1000}
          autoComplete="off"
          placeholder="all branches"
          error={errors['branch'] ?? null}
          onChange={({ target }) => onChange({ branch: target.value })}
        />
      </div>
      <SelectField
        label="Only analyses of this class"
        value={draft.minSeverity}
        error={errors['minSeverity']}
        help="REAL_BUG is the most severe, then HEALABLE, INFRA, KNOWN_FLAKE. Events without a class, also those of an unsure analysis, are always sent."
        onChange={({ target }) =>
          onChange({ minSeverity: SEVERITIES.find((severity) => severity === target.value) ?? '' })
        }
      >
        <option value="">Any class</option>
        {SEVERITIES.map((severity) => (
          <option key={severity} value={severity}>
            {formatMinSeverity(severity)}
          </option>
        ))}
      </SelectField>
    </>
  );
}
