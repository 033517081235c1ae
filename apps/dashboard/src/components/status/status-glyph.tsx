import type { ReactNode } from 'react';

/** Every status that has its own silhouette. `notRun` and `waiting` are states of a page, not of the wire. */
export type GlyphStatus =
  | 'passed'
  | 'failed'
  | 'timedOut'
  | 'flaky'
  | 'skipped'
  | 'interrupted'
  | 'running'
  | 'notRun'
  | 'new'
  | 'removed';

/** The one word for each status. */
export const STATUS_WORDS: Record<GlyphStatus, string> = {
  passed: 'passed',
  failed: 'failed',
  timedOut: 'timed out',
  flaky: 'flaky',
  skipped: 'skipped',
  interrupted: 'interrupted',
  running: 'running',
  notRun: 'not run',
  new: 'new',
  removed: 'removed',
};

/** The class of a status' text colour. */
export const STATUS_TONES: Record<GlyphStatus, string> = {
  passed: 't-pass',
  failed: 't-fail',
  timedOut: 't-fail',
  flaky: 't-flaky',
  skipped: 't-skip',
  interrupted: 't-warn',
  running: 't-accent',
  notRun: 't-skip',
  new: 'strong',
  removed: 'strong',
};

interface StatusGlyphProps {
  status: GlyphStatus;
  /** In pixels: 12, 14, 16 or 26. */
  size?: number;
  /** What a screen reader says, by default the status' word. `null`: the word stands beside it anyway. */
  label?: string | null;
}

/** The silhouette of a status. */
export function StatusGlyph({ status, size = 16, label = STATUS_WORDS[status] }: StatusGlyphProps) {
  const { className, shape } = GLYPHS[status];
  const name = label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 16 16" {...name}>
      {shape}
    </svg>
  );
}

/** A status as its glyph and its word. */
export function StatusWord({ status, size = 16 }: { status: GlyphStatus; size?: number }) {
  return (
    <span className="st">
      <StatusGlyph status={status} size={size} label={null} />
      <span className={STATUS_TONES[status]}>{STATUS_WORDS[status]}</span>
    </span>
  );
}

const round = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

const GLYPHS: Record<GlyphStatus, { className: string; shape: ReactNode }> = {
  passed: {
    className: 'glyph-pass',
    shape: (
      <path
        d="m3 8.6 3.4 3.4L13.2 4.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        {...round}
      />
    ),
  },
  failed: {
    className: 'glyph-fail',
    shape: (
      <>
        <circle cx="8" cy="8" r="7" fill="currentColor" />
        <path
          d="m5.4 5.4 5.2 5.2M10.6 5.4l-5.2 5.2"
          stroke="var(--svc-surface)"
          strokeWidth="1.8"
          {...round}
        />
      </>
    ),
  },
  timedOut: {
    className: 'glyph-timeout',
    shape: (
      <>
        <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" strokeWidth="1.8" />
        <path d="M8 4.6V8l2.4 1.6" fill="none" stroke="currentColor" strokeWidth="1.8" {...round} />
      </>
    ),
  },
  flaky: {
    className: 'glyph-flaky',
    shape: (
      <>
        <path d="M8 .7 15.3 8 8 15.3.7 8Z" fill="currentColor" />
        <path
          d="M8 4.2v4.4M5.8 6.4h4.4M5.8 11h4.4"
          stroke="var(--svc-surface)"
          strokeWidth="1.5"
          {...round}
        />
      </>
    ),
  },
  skipped: {
    className: 'glyph-skip',
    shape: <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  },
  interrupted: {
    className: 'glyph-stop',
    shape: (
      <>
        <path
          d="M8 1.8 15 14H1L8 1.8Z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          {...round}
        />
        <path d="M8 6.4v3.4M8 11.8h.01" stroke="currentColor" strokeWidth="1.7" {...round} />
      </>
    ),
  },
  running: {
    className: 'glyph-run',
    shape: (
      <>
        <circle cx="8" cy="8" r="6" fill="none" stroke="var(--svc-line-strong)" strokeWidth="2" />
        <path
          className="spin"
          d="M8 2a6 6 0 0 1 6 6"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          {...round}
        />
      </>
    ),
  },
  notRun: {
    className: 'glyph-skip',
    shape: (
      <circle
        cx="8"
        cy="8"
        r="6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeDasharray="2.4 2.3"
      />
    ),
  },
  new: {
    className: 'glyph-new',
    shape: <path d="M8 3v10M3 8h10" stroke="currentColor" strokeWidth="1.8" {...round} />,
  },
  removed: {
    className: 'glyph-new',
    shape: <path d="M3 8h10" stroke="currentColor" strokeWidth="1.8" {...round} />,
  },
};
