import type { Evidence, EvidenceSource, FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Classification } from '@svc/contract/executions/outcomes';
import { useState } from 'react';
import { FormulaLabel } from '../../../../components/figures/formula-label.tsx';
import { toneOfClass } from '../../../../components/status/class-chip.tsx';
import { withShortCommits } from '../../../../format/identity.ts';
import { formatWeight } from '../../../../format/rate.ts';
import { LongLine } from '../../texts/long-line.tsx';
import { plainText } from '../../texts/plain-text.ts';

const SOURCE_WORDS: Record<EvidenceSource, string> = {
  title: 'title',
  message: 'message',
  stack: 'stack',
  log: 'log of the CI job',
  history: 'history',
  execution: 'this execution',
  changes: 'changed files',
  feedback: 'feedback of people',
};
/** Quotes from these are words of the input. All others are sentences of svc with its figures. */
const QUOTED: readonly EvidenceSource[] = ['title', 'message', 'stack', 'log'];

const SHOWN_ITEMS = 4;
const BESIDE_NOTHING = 3;
const QUOTE_CHARACTERS = 240;

/** What speaks for a verdict, what against it, and what was not known. */
export function EvidenceList({
  verdict: { evidence, notChecked, classification },
}: {
  verdict: Pick<FailureVerdict, 'evidence' | 'notChecked' | 'classification'>;
}) {
  const heaviest = evidence.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const reasons = heaviest.filter(({ weight }) => weight >= 0);
  const against = heaviest.filter(({ weight }) => weight < 0);
  // Short lists stand beside each other. Beside a long one, an almost empty column would leave a hole.
  const isStacked = against.length === 0 && reasons.length > BESIDE_NOTHING;
  return (
    <div className={isStacked ? 'ev stacked' : 'ev'}>
      <div>
        <h4>
          <FormulaLabel
            name="Weight of evidence"
            formula="log-odds: + for the class, − against it"
            caveat="+1 makes the odds of the class 2.7 times as high, +2 makes them 7.4 times as high."
          >
            For {classification}
          </FormulaLabel>
        </h4>
        <Items items={reasons} tone={classification} none="Nothing speaks for this class alone." />
      </div>
      <div className="ev-rest">
        <div>
          <h4>Against</h4>
          <Items items={against} tone={null} none="Nothing that was found speaks against it." />
        </div>
        {notChecked.length > 0 && (
          <div>
            <h4>Not checked</h4>
            <ul className="plain">
              {notChecked.map((text) => (
                <li key={text}>
                  <bdi>{text}</bdi>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  );
}

function Items({
  items,
  tone,
  none,
}: {
  items: readonly Evidence[];
  /** The class whose colour the weights have. */
  tone: Classification | null;
  none: string;
}) {
  const [isWhole, setWhole] = useState(false);
  if (items.length === 0) return <p className="sub">{none}</p>;
  const shown = isWhole ? items : items.slice(0, SHOWN_ITEMS);
  return (
    <>
      <ul>
        {shown.map((item) => (
          <EvidenceItem
            key={`${item.kind} ${item.source} ${item.quote}`}
            item={item}
            tone={tone === null ? 't-skip' : `t-${toneOfClass(tone)}`}
          />
        ))}
      </ul>
      {items.length > shown.length && (
        <button className="link-button" type="button" onClick={() => setWhole(true)}>
          Show {items.length - shown.length} lighter ones
        </button>
      )}
    </>
  );
}

function EvidenceItem({
  item: { weight, text, source, quote, supports },
  tone,
}: {
  item: Evidence;
  tone: string;
}) {
  const isQuoted = QUOTED.includes(source);
  const words = plainText(isQuoted ? quote : withShortCommits(quote));
  return (
    <li>
      <span className={`w ${tone}`}>{formatWeight(weight)}</span>
      <span className="wrap-anywhere">
        <bdi>{withShortCommits(text)}</bdi>{' '}
        <span className="src">
          {SOURCE_WORDS[source]}
          {weight < 0 && `, speaks for ${supports}`}
        </span>
      </span>
      {words !== '' && (
        <q className={isQuoted ? 'quote mono' : 'quote'}>
          <LongLine text={words} limit={QUOTE_CHARACTERS} />
        </q>
      )}
    </li>
  );
}
