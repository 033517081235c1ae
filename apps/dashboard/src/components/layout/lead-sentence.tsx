import type { ReactNode } from 'react';
import { StatusGlyph, type GlyphStatus } from '../status/status-glyph.tsx';

interface LeadSentenceProps {
  /** The status of what the page is about. */
  status?: GlyphStatus;
  /** The page's answer in one sentence. */
  title: ReactNode;
  children?: ReactNode;
  /** A strip or figure beside the sentence. */
  aside?: ReactNode;
  /** The page's one primary action. */
  action?: ReactNode;
}

/** The first line of a page: its answer, from the data. */
export function LeadSentence({ status, title, children, aside, action }: LeadSentenceProps) {
  return (
    <div className="head panel lead">
      {status !== undefined && (
        <span className="only-wide">
          <StatusGlyph status={status} size={26} label={null} />
        </span>
      )}
      <div className="grow">
        <h1>
          {status !== undefined && (
            <span className="only-narrow lead-glyph">
              <StatusGlyph status={status} size={20} label={null} />
            </span>
          )}
          {title}
        </h1>
        {children !== undefined && <p>{children}</p>}
      </div>
      {aside !== undefined && aside !== false && (
        <div className="only-wide lead-aside">{aside}</div>
      )}
      {action !== undefined && <div className="actions">{action}</div>}
    </div>
  );
}

/** The head of a page whose answer needs no panel. */
export function PageHead({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="head">
      <div className="grow">
        <h1>{title}</h1>
        {children !== undefined && <p>{children}</p>}
      </div>
      {action !== undefined && <div className="actions">{action}</div>}
    </div>
  );
}
