import { useId, type ReactNode } from 'react';
import { FieldError } from './field.tsx';

interface ChoicesProps {
  legend: string;
  /** Why the choice is not accepted. */
  error: string | undefined;
  children: ReactNode;
}

/** A group of choices with its error. */
export function Choices({ legend, error, children }: ChoicesProps) {
  const id = useId();
  return (
    <fieldset className="choices" aria-describedby={error === undefined ? undefined : id}>
      <legend>{legend}</legend>
      {children}
      {error !== undefined && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
