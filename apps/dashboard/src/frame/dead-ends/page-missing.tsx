import { Link } from '@tanstack/react-router';
import { Empty } from '../../components/states/empty.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';

/** For an address that no page has. */
export function PageMissing() {
  return (
    <Empty
      isPage
      glyph={<StatusGlyph status="notRun" size={26} label={null} />}
      title="There is no such page"
      action={
        <Link className="btn" to="/">
          Overview
        </Link>
      }
    >
      The address may be mistyped.
    </Empty>
  );
}
