import type { ReactNode } from 'react';

interface EmptyProps {
  /** A glyph of 26 px. */
  glyph?: ReactNode;
  title: string;
  children?: ReactNode;
  /** What to do next. */
  action?: ReactNode;
  /** The whole page is empty: the title is its heading. */
  isPage?: boolean;
}

/** What a list shows instead of rows: nothing matches, nothing is wrong, or nothing is there yet. */
export function Empty({ glyph, title, children, action, isPage = false }: EmptyProps) {
  return (
    <div className="blank">
      {glyph}
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}
