import { useId, useState, type ReactNode } from 'react';

interface FormulaLabelProps {
  /** What stands on the page. */
  children: ReactNode;
  /** The figure's full name. */
  name: string;
  formula: string;
  /** What the formula excludes. */
  caveat?: ReactNode;
  /** Opens towards the left, for a label at the right edge. */
  alignRight?: boolean;
}

/** A label that opens how its figure is computed. */
export function FormulaLabel({ children, name, formula, caveat, alignRight }: FormulaLabelProps) {
  return (
    <Explained
      className="formula"
      alignRight={alignRight}
      explanation={
        <>
          <b>{name}</b>
          <code>{formula}</code>
          {caveat}
        </>
      }
    >
      {children}
    </Explained>
  );
}

interface ExplainedProps {
  /** What stands on the page: a few words, and the name of the button that opens the explanation. */
  children: ReactNode;
  explanation: ReactNode;
  /** How the words look. */
  className: string;
  /** Opens towards the left, for words at the right edge. */
  alignRight?: boolean | undefined;
}

/** Words with an explanation that opens on hover, focus and tap. Esc closes it. Screen readers read it after the words. */
export function Explained({
  children,
  explanation,
  className,
  alignRight = false,
}: ExplainedProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <span className={isOpen ? 'explained open' : 'explained'}>
      <button
        type="button"
        className={className}
        aria-describedby={id}
        aria-expanded={isOpen}
        onClick={() => setOpen((open) => !open)}
        onBlur={() => setOpen(false)}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Escape') return;
          setOpen(false);
          currentTarget.blur();
        }}
      >
        {children}
      </button>
      <span className={alignRight ? 'tip right' : 'tip'} role="tooltip" id={id}>
        {explanation}
      </span>
    </span>
  );
}
