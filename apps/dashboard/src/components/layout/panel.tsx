import { useId, type ReactNode } from 'react';

interface PanelProps {
  title: ReactNode;
  /** What stands beside the title, such as the number of items. */
  meta?: ReactNode;
  /** What stands at the right end of the head: a link or a legend. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A titled part of a page. */
export function Panel({ title, meta, aside, children, className }: PanelProps) {
  const id = useId();
  return (
    <section
      className={className === undefined ? 'panel' : `panel ${className}`}
      aria-labelledby={id}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {meta !== undefined && <span className="meta">{meta}</span>}
        {aside !== undefined && <span className="push row">{aside}</span>}
      </header>
      {children}
    </section>
  );
}
