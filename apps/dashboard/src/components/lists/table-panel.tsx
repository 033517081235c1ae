import type { ReactNode } from 'react';

interface TablePanelProps {
  label: string;
  /** The class of the table. */
  className: string;
  /** Whether the rows answer an earlier question. */
  isOutdated: boolean;
  /** What stands above the table. */
  head?: ReactNode;
  /** The end of the list. */
  foot: ReactNode;
  /** The head and the rows of the table. */
  children: ReactNode;
}

/** A panel that is one table. */
export function TablePanel(props: TablePanelProps) {
  const { label, className, isOutdated, head, foot, children } = props;
  return (
    <section className="panel" aria-label={label} aria-busy={isOutdated}>
      {head}
      <table className={isOutdated ? `cards ${className} outdated` : `cards ${className}`}>
        {children}
      </table>
      {foot}
    </section>
  );
}
