import { useId, type ComponentProps, type ReactNode } from 'react';
import { StatusGlyph } from '../status/status-glyph.tsx';

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string;
  /** Beside the label, such as a link. */
  aside?: ReactNode;
  help?: ReactNode;
  /** Why the value is not accepted. */
  error?: string | null;
}

/** A labelled text input with its help or its error. */
export function Field({ label, aside, help, error, ...input }: FieldProps) {
  const id = useId();
  const hasError = error !== undefined && error !== null;
  return (
    <div className="field">
      <div className="row">
        <label htmlFor={id}>{label}</label>
        {aside !== undefined && <span className="push">{aside}</span>}
      </div>
      <input
        {...input}
        id={id}
        className="input"
        aria-invalid={hasError || undefined}
        aria-describedby={hasError || help !== undefined ? `${id}-note` : undefined}
      />
      {hasError ? (
        <div className="err" id={`${id}-note`} role="alert">
          <StatusGlyph status="failed" size={14} label={null} />
          {error}
        </div>
      ) : (
        help !== undefined && (
          <div className="help" id={`${id}-note`}>
            {help}
          </div>
        )
      )}
    </div>
  );
}
