import { IconFileUnknown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { Empty } from '../../components/states/empty.tsx';

/** The page of a test that is not there, or that belongs to another organization: nothing tells the two apart. */
export function TestMissing() {
  return (
    <>
      <PageHead title="Test not found" />
      <section className="panel">
        <Empty
          glyph={<IconFileUnknown size={26} stroke={1.5} aria-hidden />}
          title="There is no such test"
          action={
            <Link className="btn" to="/flaky">
              Flaky tests
            </Link>
          }
        >
          Its title or file may have changed: a test with another title is another test.
        </Empty>
      </section>
    </>
  );
}
