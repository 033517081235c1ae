import { CLASS_WORDS } from '@svc/analysis/verdicts/class-words';
import { deriveLabel } from '@svc/analysis/verdicts/verdict-label';
import type { Evidence, EvidenceSource, FailureVerdict } from '@svc/contract/analysis/verdicts';
import { useState } from 'react';
import { FormulaLabel } from '../../../../components/figures/formula-label.tsx';
import { getClassTone } from '../../../../components/status/class-name.tsx';
import { shortenCommits } from '../../../../format/identity.ts';
import { formatWeight } from '../../../../format/rate.ts';
import { LongLine } from '../../texts/long-line.tsx';
import { toPlainText } from '../../../../components/text/plain-text.ts';

const SOURCE_WORDS: Record<EvidenceSource, string> = {
  title: 'title',
  message: 'message',
  stack: 'stack',
  log: 'log of the CI job',
  history: 'history',
  execution: 'this execution',
  changes: 'changed files',
  feedback: 'corrections by people',
};
/** Quotes from these are words of the input. All others are sentences of svc with its figures. */
const QUOTED: readonly EvidenceSource[] = ['title', 'message', 'stack', 'log'];

const SHOWN_ITEMS = 4;
const QUOTE_CHARACTERS = 240;

/** The evidence for a verdict, what against it, and what was not known. */
export function EvidenceList({
  verdict,
}: {
  verdict: Pick<FailureVerdict, 'evidence' | 'notChecked' | 'classification' | 'confidence'>;
}) {
  const { evidence, notChecked, classification, confidence } = verdict;
  // The weights are for and against the likelier candidate of an unsure verdict.
  const isUnsure = deriveLabel({ classification, confidence }) === 'unsure';
  const heaviest = evidence.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const reasons = heaviest.filter(({ weight }) => weight >= 0);
  const against = heaviest.filter(({ weight }) => weight < 0);
  return (
    <div className="ev">
      <div className={against.length > 0 ? 'ev-sides' : undefined}>
        <div>
          <h4>
            <FormulaLabel
              name="Weight of evidence"
              definition="read/definitions#verdicts"
              formula="log-odds: + for the class, − against it"
              caveat="+1 makes the odds of the class 2.7 times as high, +2 makes them 7.4 times as high."
            >
              For {isUnsure ? CLASS_WORDS[classification].name : classification}
            </FormulaLabel>
          </h4>
          {reasons.length === 0 ? (
            <p className="sub">No evidence points to this class alone.</p>
          ) : (
            <Items
              items={reasons}
              tone={isUnsure ? 't-skip' : `t-${getClassTone(classification)}`}
            />
          )}
        </div>
        {against.length > 0 && (
          <div>
            <h4>Against</h4>
            <Items items={against} tone="t-skip" />
          </div>
        )}
      </div>
      <EvidenceRest hasAgainst={against.length > 0} notChecked={notChecked} />
    </div>
  );
}

interface EvidenceRestProps extends Pick<FailureVerdict, 'notChecked'> {
  hasAgainst: boolean;
}

/** What was not found, and what was not known. */
function EvidenceRest({ hasAgainst, notChecked }: EvidenceRestProps) {
  return (
    <dl className="ev-rest">
      {!hasAgainst && (
        <div>
          <dt>Against</dt>
          <dd>Nothing that was found.</dd>
        </div>
      )}
      {notChecked.length > 0 && (
        <div>
          <dt>Not checked</dt>
          <dd>
            <bdi>{notChecked.join(' ')}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Items({
  items,
  tone,
}: {
  items: readonly Evidence[];
  /** The class name of the weights' colour. */
  tone: string;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, SHOWN_ITEMS);
  return (
    <>
      <ul>
        {shown.map((item) => (
          <EvidenceItem key={`${item.kind} ${item.source} ${item.quote}`} item={item} tone={tone} />
        ))}
      </ul>
      {items.length > shown.length && (
        <button className="link-button" type="button" onClick={() => setWhole(true)}>
          Show {items.length - shown.length} of less weight
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
  const words = toPlainText(isQuoted ? quote : shortenCommits(quote));
  return (
    <li>
      <span className={`w ${tone}`}>{formatWeight(weight)}</span>
      <span className="wrap-anywhere">
        <bdi>{shortenCommits(text)}</bdi>{' '}
        <span className="src">
          {SOURCE_WORDS[source]}
          {weight < 0 && `, points to ${supports}`}
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
