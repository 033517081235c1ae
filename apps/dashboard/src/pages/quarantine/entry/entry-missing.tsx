import { IconFileUnknown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageHead } from '../../../components/layout/lead-sentence.tsx';
import { Empty } from '../../../components/states/empty.tsx';

/** The page of an entry that does not exist, or that belongs to another organization: nothing tells the two apart. */
export function EntryMissing() {
  return (
    <>
      <PageHead title="Entry not found" />
      <section className="panel">
        <Empty
          glyph={<IconFileUnknown size={26} stroke={1.5} aria-hidden />}
          title="There is no such entry"
          action={
            <Link className="btn" to="/quarantine">
              Quarantine
            </Link>
          }
        >
          Its project was deleted, or the address is that of another organization.
        </Empty>
      </section>
    </>
  );
}
