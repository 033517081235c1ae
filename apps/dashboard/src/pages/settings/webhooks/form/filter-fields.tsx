import type { Classification } from '@svc/contract/executions/outcomes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Field } from '../../../../components/forms/field.tsx';
import { StatusGlyph } from '../../../../components/status/status-glyph.tsx';
import { projectsQuery } from '../../projects/projects-query.ts';
import { severityWords } from '../webhook-words.ts';
import type { WebhookDraft } from './webhook-draft.ts';

const SEVERITIES: readonly Classification[] = ['INFRA', 'HEALABLE', 'REAL_BUG'];

interface FilterFieldsProps {
  draft: WebhookDraft;
  errors: Partial<Record<string, string>>;
  onChange: (changes: Partial<WebhookDraft>) => void;
}

/** Which executions a webhook is about. Empty fields exclude nothing. */
export function FilterFields({ draft, errors, onChange }: FilterFieldsProps) {
  const projects = useInfiniteQuery(projectsQuery());
  const known = (projects.data?.pages ?? []).flatMap(({ items }) => items.map(({ name }) => name));
  // A webhook may name a project that was deleted, or one that is on a later page.
  const isMissing = draft.project !== '' && !known.includes(draft.project);
  return (
    <>
      <div className="grid g-2 filter-fields">
        <SelectField
          label="Only this project"
          value={draft.project}
          error={errors['project']}
          onChange={(project) => onChange({ project })}
        >
          <option value="">All projects</option>
          {(isMissing ? [draft.project, ...known] : known).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
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
      {projects.hasNextPage && (
        <button
          className="btn sm more-projects"
          type="button"
          disabled={projects.isFetchingNextPage}
          onClick={() => void projects.fetchNextPage()}
        >
          Load more projects
        </button>
      )}
      <SelectField
        label="Only analyses of this class"
        value={draft.minSeverity}
        error={errors['minSeverity']}
        help="REAL_BUG is the most severe, then HEALABLE, INFRA, KNOWN_FLAKE. Events without a class are always sent."
        onChange={(chosen) =>
          onChange({ minSeverity: SEVERITIES.find((severity) => severity === chosen) ?? '' })
        }
      >
        <option value="">Any class</option>
        {SEVERITIES.map((severity) => (
          <option key={severity} value={severity}>
            {severityWords(severity)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

interface SelectFieldProps {
  label: string;
  value: string;
  help?: string;
  error: string | undefined;
  onChange: (value: string) => void;
  /** The options. */
  children: ReactNode;
}

function SelectField({ label, value, help, error, onChange, children }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined && help === undefined ? undefined : `${id}-note`}
        onChange={({ target }) => onChange(target.value)}
      >
        {children}
      </select>
      {error === undefined ? (
        help !== undefined && (
          <div className="help" id={`${id}-note`}>
            {help}
          </div>
        )
      ) : (
        <div className="err" id={`${id}-note`} role="alert">
          <StatusGlyph status="failed" size={14} label={null} />
          {error}
        </div>
      )}
    </div>
  );
}
