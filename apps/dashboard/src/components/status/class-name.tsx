import type { Label } from '@svc/analysis/verdicts/verdict-label';
import type { Classification } from '@svc/contract/executions/outcomes';
import { CLASS_LOOKS, explainClass } from './class-chip.tsx';
import { UNSURE } from './label-chip.tsx';
import { StatusGlyph } from './status-glyph.tsx';

/** The class of a failure with its icon, in its colour. */
export function ClassName({ classification }: { classification: Label }) {
  if (classification === 'unsure') {
    return (
      <span className="class-name" title={UNSURE}>
        <StatusGlyph status="notRun" size={16} label={null} />
        unsure
      </span>
    );
  }
  const { tone, icon: Icon } = CLASS_LOOKS[classification];
  return (
    <span className={`class-name t-${tone}`} title={explainClass(classification)}>
      <Icon size={16} stroke={1.5} aria-hidden />
      {classification}
    </span>
  );
}

/** The name of the class's colour in the style sheets. */
export function getClassTone(classification: Classification): string {
  return CLASS_LOOKS[classification].tone;
}
