import { CLASS_WORDS } from '@svc/analysis/verdicts/class-words';
import type { Classification, TestState } from '@svc/contract/executions/outcomes';
import { capitalize } from '@svc/contract/zod-free/capitalize';
import { IconBug, IconServer, IconTool, IconWaveSine } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { formatPercent } from '../../format/rate.ts';
import { StatusGlyph } from './status-glyph.tsx';

/** How each class looks. */
export const CLASS_LOOKS: Readonly<Record<Classification, { tone: string; icon: typeof IconBug }>> =
  {
    REAL_BUG: { tone: 'fail', icon: IconBug },
    HEALABLE: { tone: 'accent', icon: IconTool },
    INFRA: { tone: 'warn', icon: IconServer },
    KNOWN_FLAKE: { tone: 'flaky', icon: IconWaveSine },
  };

/** `Real bug: the product broke`. */
export function explainClass(classification: Classification): string {
  const { name, meaning } = CLASS_WORDS[classification];
  return `${capitalize(name)}: ${meaning}`;
}

/** The class of a failure as the API spells it, with how sure the verdict is. */
export function ClassChip({
  classification,
  confidence,
}: {
  classification: Classification;
  confidence?: number | undefined;
}) {
  const { tone, icon: Icon } = CLASS_LOOKS[classification];
  return (
    <span className={`chip code ${tone}`} title={explainClass(classification)}>
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
