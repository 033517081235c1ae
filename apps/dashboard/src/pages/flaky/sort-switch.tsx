import type { FlakySort } from '@svc/contract/history/flaky-tests';
import { Segments } from '../../components/filters/segments.tsx';
import { OutcomeStrip } from '../../components/status/outcome-strip.tsx';
import { STATUS_WORDS } from '../../components/status/status-glyph.tsx';
import { useKey } from '../../keyboard/use-key.ts';

const ORDER: readonly FlakySort[] = ['impact', 'rate', 'score'];

interface SortSwitchProps {
  sort: FlakySort;
  onChange: (sort: FlakySort) => void;
}

/** The three orders, the chosen one explained first. The keys 1 to 3 choose. */
export function SortSwitch({ sort, onChange }: SortSwitchProps) {
  useKey({ key: '1' }, () => onChange('impact'));
  useKey({ key: '2' }, () => onChange('rate'));
  useKey({ key: '3' }, () => onChange('score'));
  const { name, meaning } = FLAKY_SORTS[sort];
  return (
    <header className="sort-switch">
      <span className="dim only-wide">Sort by</span>
      <Segments
        label="Sort"
        value={sort}
        onChange={onChange}
        segments={ORDER.map((value) => ({ value, label: FLAKY_SORTS[value].label }))}
      />
      <span className="mid">
        <b className="strong">{name}</b> {meaning}{' '}
        <span className="dim only-wide">
          {ORDER.filter((other) => other !== sort).map((other) => (
            <span key={other}>
              {FLAKY_SORTS[other].label}: {FLAKY_SORTS[other].name.toLowerCase()}{' '}
            </span>
          ))}
        </span>
      </span>
      <span className="push only-wide legend">
        {(['passed', 'flaky', 'failed', 'timedOut'] as const).map((outcome) => (
          <span key={outcome}>
            <OutcomeStrip outcomes={[outcome]} label="" height={18} barWidth={5} />
            {STATUS_WORDS[outcome]}
          </span>
        ))}
      </span>
    </header>
  );
}

/** The three orders, each in a line. */
const FLAKY_SORTS: Record<FlakySort, { label: string; name: string; meaning: string }> = {
  rate: { label: 'Rate', name: 'How often.', meaning: 'Flaky runs / counted runs.' },
  score: {
    label: 'Score',
    name: 'How surely.',
    meaning:
      'The rate that the test exceeds with 90 % probability, so that 2 runs do not outrank 200.',
  },
  impact: {
    label: 'Impact',
    name: 'What it costs.',
    meaning: 'Expected time of its retries a week.',
  },
};
