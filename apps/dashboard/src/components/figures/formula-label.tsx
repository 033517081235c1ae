import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { DocsLink } from '../links/docs-link.tsx';

interface FormulaLabelProps {
  /** What stands on the page. */
  children: ReactNode;
  /** The figure's full name. */
  name: string;
  formula: string;
  /** What the formula excludes. */
  caveat?: ReactNode;
  /** The heading of the documentation that defines it: `read/definitions#flakiness-rate`. */
  definition: `${string}#${string}`;
  /** Opens towards the left, for a label at the right edge. */
  alignRight?: boolean;
}

/** A label that opens how its figure is computed, with a link to its definition. */
export function FormulaLabel(props: FormulaLabelProps) {
  const { children, name, formula, caveat, definition, alignRight } = props;
  return (
    <Explained
      className="formula"
      alignRight={alignRight}
      page={definition}
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
  /** The page of the documentation that says more. */
  page?: string;
  /** How the words look. */
  className: string;
  /** Opens towards the left, for words at the right edge. */
  alignRight?: boolean | undefined;
}

/** Words with an explanation that opens on hover, focus and tap. Esc closes it. Screen readers read it after the words. */
export function Explained({
  children,
  explanation,
  page,
  className,
  alignRight = false,
}: ExplainedProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const closeOnEscape = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    if (key !== 'Escape') return;
    setOpen(false);
    currentTarget.blur();
  };
  return (
    <span className={isOpen ? 'explained open' : 'explained'}>
      <button
        type="button"
        className={className}
        aria-describedby={id}
        aria-expanded={isOpen}
        onClick={() => setOpen((open) => !open)}
        onBlur={() => setOpen(false)}
        onKeyDown={closeOnEscape}
      >
        {children}
      </button>
      <span className={alignRight ? 'tip right' : 'tip'}>
        <span role="tooltip" id={id}>
          {explanation}
        </span>
        {page !== undefined && (
          <DocsLink
            page={page}
            // The button keeps the focus, which keeps the link open under the finger.
            onMouseDown={(event) => event.preventDefault()}
            onKeyDown={closeOnEscape}
          >
            Read more
          </DocsLink>
        )}
      </span>
    </span>
  );
}
