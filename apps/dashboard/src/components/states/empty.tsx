import type { ReactNode } from 'react';

interface EmptyProps {
  /** A glyph of 26 px. */
  glyph?: ReactNode;
  title: string;
  children?: ReactNode;
  /** What to do next. */
  action?: ReactNode;
}

/** What a list shows instead of rows: nothing matches, nothing is wrong, or nothing is there yet. */
export function Empty({ glyph, title, children, action }: EmptyProps) {
  return (
    <div className="blank">
      {glyph}
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}
