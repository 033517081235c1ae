import type { Classification, TestState } from '@svc/contract/executions/outcomes';
import { IconBug, IconServer, IconTool, IconWaveSine } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { formatPercent } from '../../format/rate.ts';
import { StatusGlyph } from './status-glyph.tsx';

/** How each class looks, and what it means. */
export const CLASSES: Readonly<
  Record<Classification, { tone: string; icon: typeof IconBug; meaning: string }>
> = {
  REAL_BUG: { tone: 'fail', icon: IconBug, meaning: 'Real bug: the product broke' },
  HEALABLE: { tone: 'accent', icon: IconTool, meaning: 'Healable: the test is outdated' },
  INFRA: { tone: 'warn', icon: IconServer, meaning: 'Infrastructure: what the tests need broke' },
  KNOWN_FLAKE: {
    tone: 'flaky',
    icon: IconWaveSine,
    meaning: 'Known flake: it fails like this now and then',
  },
};

/** The class of a failure as the API spells it, with how sure the verdict is. */
export function ClassChip({
  classification,
  confidence,
}: {
  classification: Classification;
  confidence?: number | undefined;
}) {
  const { tone, icon: Icon, meaning } = CLASSES[classification];
  return (
    <span className={`chip code ${tone}`} title={meaning}>
      <Icon size={13} stroke={1.5} aria-hidden />
      {classification}
      {confidence === undefined ? '' : ` ${formatPercent(confidence)}`}
    </span>
  );
}

/** The state of a test; nothing for a healthy one. */
export function StateChip({ state }: { state: TestState }): ReactElement | null {
  switch (state) {
    case 'healthy':
      return null;
    case 'unknown':
      return <span className="chip">not enough runs</span>;
    case 'suspected':
      return (
        <span className="chip">
          <StatusGlyph status="notRun" size={12} label={null} /> suspected
        </span>
      );
    case 'flaky':
      return (
        <span className="chip flaky">
          <StatusGlyph status="flaky" size={12} label={null} /> flaky
        </span>
      );
    case 'recovering':
      return (
        <span className="chip pass">
          <StatusGlyph status="passed" size={12} label={null} /> recovering
        </span>
      );
    case 'broken':
      return (
        <span className="chip fail">
          <StatusGlyph status="failed" size={12} label={null} /> broken
        </span>
      );
  }
}
