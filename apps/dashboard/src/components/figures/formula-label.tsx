import { useId, useRef, useState, type ReactNode } from 'react';

interface FormulaLabelProps {
  /** What stands on the page. */
  children: ReactNode;
  /** The figure's full name. */
  name: string;
  formula: string;
  /** What the formula leaves out, or what stands in no denominator. */
  caveat?: ReactNode;
  /** Opens towards the left, for a label at the right edge. */
  alignRight?: boolean;
}

/** A label that opens how its figure is computed: on hover, focus and tap. Esc closes it. */
export function FormulaLabel({ children, name, formula, caveat, alignRight }: FormulaLabelProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <button
      ref={button}
      type="button"
      className={isOpen ? 'formula open' : 'formula'}
      aria-describedby={id}
      aria-expanded={isOpen}
      onClick={() => setOpen((open) => !open)}
      onBlur={() => setOpen(false)}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return;
        setOpen(false);
        button.current?.blur();
      }}
    >
      {children}
      <span className={alignRight === true ? 'tip right' : 'tip'} role="tooltip" id={id}>
        <b>{name}</b>
        <code>{formula}</code>
        {caveat}
      </span>
    </button>
  );
}
