import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Empty } from '../../components/states/empty.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { CodeMissing, reloadForCode } from '../../server/load-code.ts';

/** For a fault of the page itself. Where code is missing, loads the page again first: a newer version may have it. */
export function PageBroken({ error }: ErrorComponentProps) {
  useEffect(() => {
    if (error instanceof CodeMissing) reloadForCode();
  }, [error]);
  return (
    <Empty
      isPage
      glyph={<StatusGlyph status="failed" size={26} label={null} />}
      title="This page has a fault"
      action={
        <button className="btn" type="button" onClick={() => window.location.reload()}>
          Load it again
        </button>
      }
    >
      {error instanceof Error ? error.message : String(error)}
    </Empty>
  );
}
