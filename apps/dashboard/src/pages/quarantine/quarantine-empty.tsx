import { IconShieldHalf } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { NothingMatches } from '../../components/filters/nothing-matches.tsx';
import { Empty } from '../../components/states/empty.tsx';
import type { QuarantineSearch } from '../../search/page-search.ts';

interface QuarantineEmptyProps {
  search: QuarantineSearch;
  onClear: () => void;
}

/** No entry: nothing matches the filters, or nothing is quarantined. */
export function QuarantineEmpty({ search, onClear }: QuarantineEmptyProps) {
  const { show, test, project } = search;
  if (test !== undefined || show === 'ended') {
    const words = [show === 'ended' ? 'ended' : '', test === undefined ? '' : 'of this test'];
    return (
      <NothingMatches
        noun="entry"
        words={[...words, project === undefined ? '' : `project ${project}`]
          .filter((text) => text !== '')
          .join(', ')}
        onClear={onClear}
      />
    );
  }
  return (
    <Empty
      glyph={<IconShieldHalf size={26} stroke={1.5} aria-hidden />}
      title="No failure is quarantined"
      action={
        <div className="row">
          <Link className="btn" to="/flaky">
            Flaky tests
          </Link>
          <Link className="btn" to="/failures">
            Failures
          </Link>
        </div>
      }
    >
      An entry lets the gate pass known failures of one test until a date. Quarantine a failure from
      its execution, the failures, or a flaky test.
    </Empty>
  );
}
