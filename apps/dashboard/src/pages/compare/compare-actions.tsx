import { renderMarkdownLink } from '@svc/analysis/text/markdown';
import { renderComparison } from '@svc/analysis/markdown/comparison-markdown';
import type { Comparison } from '@svc/contract/executions/compare';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { CopyButton } from '../../components/text/copy.tsx';
import { useKey } from '../../keyboard/use-key.ts';

const MOST_PER_PART = 20;

/** Copies the comparison, with `y` too, and opens its first regression. */
export function CompareActions({ comparison }: { comparison: Comparison }) {
  const copy = useRef<HTMLSpanElement>(null);
  useKey({ key: 'y' }, () => copy.current?.querySelector('button')?.click());
  const { regressions, head } = comparison;
  const first = regressions[0]?.head;
  return (
    <>
      <span ref={copy}>
        <CopyButton
          text={renderComparison(comparison, {
            limit: MOST_PER_PART,
            more: renderMarkdownLink('the comparison', window.location.href),
            url: window.location.href,
          })}
          label="Copy as Markdown"
          className="btn labelled"
        >
          Copy as Markdown
        </CopyButton>
      </span>
      {first !== undefined && first !== null && (
        <Link
          className="btn primary"
          to="/executions/$executionId"
          params={{ executionId: head.id }}
          search={{ result: first.resultId }}
        >
          Open the first regression
        </Link>
      )}
    </>
  );
}
