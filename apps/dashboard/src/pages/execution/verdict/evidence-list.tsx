import type { Evidence, EvidenceSource, FailureVerdict } from '@svc/contract/analysis/verdicts';
import { useState } from 'react';
import { formatWeight } from '../../../format/rate.ts';
import { LongLine } from '../texts/long-line.tsx';
import { plainText } from '../texts/plain-text.ts';

const SOURCE_WORDS: Record<EvidenceSource, string> = {
  title: 'title of the test',
  message: 'message',
  stack: 'stack',
  log: 'log of the CI job',
  history: 'history',
  execution: 'this execution',
  changes: 'changed files',
  feedback: 'feedback of people',
};

const SHOWN_ITEMS = 5;
const QUOTE_CHARACTERS = 240;
// Wider bars would say no more: weights above 3 are rare.
const WIDEST_WEIGHT = 3;

/** What speaks for a verdict, what against it, and what was not known. */
export function EvidenceList({
  verdict: { evidence, notChecked, classification },
}: {
  verdict: Pick<FailureVerdict, 'evidence' | 'notChecked' | 'classification'>;
}) {
  const heaviest = evidence.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const against = heaviest.filter(({ weight }) => weight < 0);
  return (
    <div className="ev">
      <div>
        <h4>For {classification}</h4>
        <Items
          items={heaviest.filter(({ weight }) => weight >= 0)}
          none="Nothing speaks for this class alone."
        />
      </div>
      <div>
        <h4>Against</h4>
        <Items items={against} none="Nothing that was found speaks against it." />
        {notChecked.length > 0 && (
          <>
            <h4 className="not-checked">Not checked</h4>
            <ul className="plain">
              {notChecked.map((text) => (
                <li key={text}>
                  <bdi>{text}</bdi>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

function Items({ items, none }: { items: readonly Evidence[]; none: string }) {
  const [isWhole, setWhole] = useState(false);
  if (items.length === 0) return <p className="sub">{none}</p>;
  const shown = isWhole ? items : items.slice(0, SHOWN_ITEMS);
  return (
    <>
      <ul>
        {shown.map((item) => (
          <EvidenceItem key={`${item.kind} ${item.source} ${item.quote}`} item={item} />
        ))}
      </ul>
      {items.length > shown.length && (
        <button className="btn quiet sm" type="button" onClick={() => setWhole(true)}>
          Show {items.length - shown.length} lighter ones
        </button>
      )}
    </>
  );
}

function EvidenceItem({ item: { weight, text, source, quote, supports } }: { item: Evidence }) {
  const share = Math.min(1, Math.abs(weight) / WIDEST_WEIGHT);
  return (
    <li>
      <span className="w" title="Weight, in log-odds">
        {formatWeight(weight)}
        <i className={weight < 0 ? 'against' : ''} style={{ width: `${share * 100}%` }} />
      </span>
      <span className="wrap-anywhere">
        <bdi>{text}</bdi>{' '}
        <span className="src">
          {SOURCE_WORDS[source]}
          {weight < 0 && `, speaks for ${supports}`}
        </span>
      </span>
      {quote !== '' && (
        <q className="quote">
          <LongLine text={plainText(quote)} limit={QUOTE_CHARACTERS} />
        </q>
      )}
    </li>
  );
}
