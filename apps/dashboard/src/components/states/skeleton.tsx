import { useEffect, useState, type ReactNode } from 'react';

const QUIET_MS = 150;

/** Shows its children only after 150 ms, so that a fast answer does not flicker. */
export function AfterAMoment({ children, className }: { children: ReactNode; className?: string }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={className} style={isOver ? undefined : { visibility: 'hidden' }}>
      {children}
    </div>
  );
}

/** Rows of a list that is being loaded, at the height that they will have. */
export function SkeletonRows({ rows = 5, height = 50 }: { rows?: number; height?: number }) {
  return (
    <AfterAMoment>
      <div aria-busy="true" aria-label="Loading" role="status">
        {Array.from({ length: rows }, (_, row) => (
          <div
            key={row}
            style={{
              height,
              padding: '8px 16px',
              display: 'grid',
              alignContent: 'center',
              gap: 8,
              borderBottom: '1px solid var(--svc-line)',
            }}
          >
            <div className="skel" style={{ width: `${[46, 58, 38, 52][row % 4] ?? 50}%` }} />
            {height > 40 && <div className="skel" style={{ width: '24%', height: 8 }} />}
          </div>
        ))}
      </div>
    </AfterAMoment>
  );
}

/** The first sentence of a page while it is being loaded, at about the height that it will have. */
export function SkeletonLead() {
  return (
    <AfterAMoment className="lead">
      <div className="head panel lead" aria-busy="true" aria-label="Loading" role="status">
        <div className="grow">
          <div className="skel" style={{ width: '46%', height: 16 }} />
          <div className="skel" style={{ width: '62%', marginTop: 12 }} />
        </div>
      </div>
    </AfterAMoment>
  );
}

/** Figures that are being loaded. */
export function SkeletonFigures({ figures = 4 }: { figures?: number }) {
  return (
    <AfterAMoment>
      <div
        className={figures === 4 ? 'figs four' : 'figs'}
        aria-busy="true"
        aria-label="Loading"
        role="status"
      >
        {Array.from({ length: figures }, (_, figure) => (
          <div className="fig" key={figure}>
            <div className="skel" style={{ width: '60%' }} />
            <div className="skel" style={{ width: '44%', height: 22, marginTop: 10 }} />
            <div className="skel" style={{ width: '70%', height: 8, marginTop: 10 }} />
          </div>
        ))}
      </div>
    </AfterAMoment>
  );
}

interface SkeletonPanelsProps {
  /** The heading of a page whose own heading needs the answer. */
  title?: string;
  hasFigures?: boolean;
  /** How many rows each panel of a list has. */
  rows: readonly number[];
}

/** The panels of a page that is being loaded. */
export function SkeletonPanels({ title, hasFigures = false, rows }: SkeletonPanelsProps) {
  return (
    <>
      {title !== undefined && (
        <div className="head">
          <h1>{title}</h1>
        </div>
      )}
      {hasFigures && (
        <section className="panel">
          <SkeletonFigures />
        </section>
      )}
      {rows.map((count) => (
        <section className="panel" key={count}>
          <SkeletonRows rows={count} />
        </section>
      ))}
    </>
  );
}
