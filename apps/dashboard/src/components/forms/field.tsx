import { useId, type ComponentProps, type ReactNode } from 'react';
import { StatusGlyph } from '../status/status-glyph.tsx';

interface Labelled {
  label: string;
  /** Beside the label, such as a link. */
  aside?: ReactNode;
  help?: ReactNode;
  /** Why the value is not accepted. */
  error?: string | null | undefined;
}

type FieldProps = Labelled & Omit<ComponentProps<'input'>, 'id' | 'className'>;

/** A labelled text input with its help or its error. */
export function Field({ label, aside, help, error, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <div className="row">
        <label htmlFor={id}>{label}</label>
        {aside !== undefined && <span className="push">{aside}</span>}
      </div>
      <input {...input} {...buildAttributes(id, { help, error })} className="input" />
      <Note id={id} help={help} error={error} />
    </div>
  );
}

type TextAreaProps = Omit<Labelled, 'aside'> & Omit<ComponentProps<'textarea'>, 'id' | 'className'>;

/** The same for a text of several lines. */
export function TextArea({ label, help, error, ...textarea }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea {...textarea} {...buildAttributes(id, { help, error })} className="input area" />
      <Note id={id} help={help} error={error} />
    </div>
  );
}

type SelectFieldProps = Omit<Labelled, 'aside'> &
  Omit<ComponentProps<'select'>, 'id' | 'className'>;

/** The same for one of several options, its children. */
export function SelectField({ label, help, error, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select {...select} {...buildAttributes(id, { help, error })} className="input" />
      <Note id={id} help={help} error={error} />
    </div>
  );
}

interface NoteProps {
  help: ReactNode;
  error: string | null | undefined;
}

function buildAttributes(id: string, { help, error }: NoteProps) {
  const hasError = error !== undefined && error !== null;
  return {
    id,
    'aria-invalid': hasError || undefined,
    'aria-describedby': hasError || help !== undefined ? `${id}-note` : undefined,
  };
}

function Note({ id, help, error }: NoteProps & { id: string }) {
  if (error !== undefined && error !== null) {
    return <FieldError id={`${id}-note`}>{error}</FieldError>;
  }
  if (help === undefined) return null;
  return (
    <div className="help" id={`${id}-note`}>
      {help}
    </div>
  );
}

/** Why something is not accepted. */
export function FieldError({ id, children }: { id?: string; children: string }) {
  return (
    <div className="err" id={id} role="alert">
      <StatusGlyph status="failed" size={14} label={null} />
      {children}
    </div>
  );
}
