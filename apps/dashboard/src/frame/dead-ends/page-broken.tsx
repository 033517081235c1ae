import type { ErrorComponentProps } from '@tanstack/react-router';
import { Empty } from '../../components/states/empty.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';

/** For a fault of the page itself, such as code that a newer version of the server no longer has. */
export function PageBroken({ error }: ErrorComponentProps) {
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
