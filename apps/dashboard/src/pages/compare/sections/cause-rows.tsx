import { buildCauseRows } from '@svc/analysis/causes/cause-groups';
import type { Cause, CauseList } from '@svc/contract/executions/causes';
import type { ComparedTest, Comparison } from '@svc/contract/executions/compare';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { CauseClass, CauseHead } from '../../../components/causes/cause-head.tsx';
import { formatShowButton, countShownTests } from '../../../components/causes/tests-of-cause.ts';
import { StatusGlyph, type GlyphStatus } from '../../../components/status/status-glyph.tsx';
import { formatCount } from '../../../format/count.ts';
import { TESTS_OF_CAUSE, buildTestsOfCauseQuery } from '../compare-queries.ts';

interface Listed<Test> {
  comparison: Comparison;
  tests: readonly Test[];
  causes: CauseList;
  glyph: GlyphStatus;
  fingerprintOf: (test: Test) => string | null;
  /** The same list of another answer. */
  listOf: (comparison: Comparison) => readonly Test[];
  /** A test as a row with a key. */
  rowOf: (test: Test, cause: Cause | null) => ReactNode;
}

/** The rows of a list of failures: a group for each cause of several tests, and a row for each other test. */
export function renderRowsByCause<Test extends ComparedTest>(listed: Listed<Test>): ReactNode[] {
  const { tests, causes, fingerprintOf, rowOf } = listed;
  const rows = buildCauseRows(tests, { causes, fingerprintOf });
  const most = countShownTests(rows.filter(({ kind }) => kind === 'cause').length);
  return rows.map((row) =>
    row.kind === 'test' ? (
      rowOf(row.item, null)
    ) : (
      <CauseGroup
        key={row.cause.fingerprint ?? 'none'}
        {...listed}
        cause={row.cause}
        tests={row.items}
        most={most}
      />
    ),
  );
}

interface CauseGroupProps<Test> extends Omit<Listed<Test>, 'causes'> {
  cause: Cause;
  /** How many tests are shown at first. */
  most: number;
}

function CauseGroup<Test extends ComparedTest>(props: CauseGroupProps<Test>) {
  const { cause, tests, most, glyph, comparison, listOf, rowOf } = props;
  const [isWhole, setWhole] = useState(false);
  const mustAsk = isWhole && tests.length < cause.tests && cause.fingerprint !== null;
  const whole = useQuery({
    ...buildTestsOfCauseQuery(comparison, cause.fingerprint ?? ''),
    enabled: mustAsk,
  });
  const all = whole.data === undefined ? tests : listOf(whole.data);
  const shown = isWhole ? all : tests.slice(0, most);
  const left = cause.tests - shown.length;
  return (
    <>
      <tr className="cause-row">
        <td className="full">
          <div className="row top compared">
            <StatusGlyph status={glyph} label={null} />
            <span className="grow">
              <CauseHead cause={cause} />
            </span>
          </div>
        </td>
        <td className="n fit" colSpan={2}>
          <CauseClass cause={cause} />
        </td>
      </tr>
      {shown.map((test) => rowOf(test, cause))}
      {left > 0 && (
        <tr className="of-cause">
          <td className="full" colSpan={3}>
            <MoreOfCause
              cause={cause}
              left={left}
              whole={isWhole ? whole : null}
              onShow={() => setWhole(true)}
            />
          </td>
        </tr>
      )}
    </>
  );
}

interface MoreOfCauseProps {
  cause: Cause;
  /** How many tests are not shown. */
  left: number;
  /** The answer with all tests; null before somebody asks for it. */
  whole: { isFetching: boolean; isError: boolean; refetch: () => Promise<unknown> } | null;
  onShow: () => void;
}

function MoreOfCause({ cause, left, whole, onShow }: MoreOfCauseProps) {
  return whole === null ? (
    <button className="btn sm" type="button" onClick={onShow}>
      {formatShowButton(Math.min(cause.tests, TESTS_OF_CAUSE), cause.tests, 'tests')}
    </button>
  ) : whole.isFetching ? (
    <span className="sub" role="status">
      Loading {formatCount(left, 'more test')}
    </span>
  ) : whole.isError ? (
    <button className="btn sm" type="button" onClick={() => void whole.refetch()}>
      The tests could not be loaded. Try again
    </button>
  ) : (
    <span className="sub">
      {formatCount(left, 'more test')} not listed. The API lists up to 5,000.
    </span>
  );
}
