import type { ResultTab } from '@svc/contract/execution-view';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatCount } from '../../../format/count.ts';

const TYPING_MS = 250;

/** Filters the list by title and file, a moment after the last letter. */
export function ListFilter({ total, tab }: { total: number; tab: ResultTab }) {
  const { search = '' } = useSearch({ from: '/frame/executions/$executionId' });
  const navigate = useNavigate({ from: '/executions/$executionId' });
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  const [typed, setTyped] = useState(search);
  if (known !== search) {
    setKnown(search);
    // A link changed the address, and not what was typed, which may have gone on since.
    if (search !== typed) setText(search);
  }
  useEffect(() => {
    if (text.trim() === search) return undefined;
    const timer = setTimeout(() => {
      const wanted = text.trim().slice(0, 200);
      setTyped(wanted);
      void navigate({
        search: (before) => ({
          ...before,
          search: wanted === '' ? undefined : wanted,
          result: undefined,
          attempt: undefined,
        }),
        replace: true,
        resetScroll: false,
      });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, search, navigate]);
  const noun = NOUNS[tab](total);
  return (
    <label className="filter find list-filter">
      <IconSearch size={14} stroke={1.5} aria-hidden />
      <input
        data-filter
        value={text}
        maxLength={200}
        aria-label={`Filter ${noun}`}
        placeholder={`Filter ${noun}`}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Escape') return;
          setText('');
          currentTarget.blur();
        }}
      />
      <kbd>/</kbd>
    </label>
  );
}

const NOUNS: Record<ResultTab, (total: number) => string> = {
  failed: (total) => `${formatCount(total)} ${total === 1 ? 'failure' : 'failures'}`,
  flaky: (total) => `${formatCount(total)} flaky`,
  interrupted: (total) => `${formatCount(total)} interrupted`,
  skipped: (total) => `${formatCount(total)} skipped`,
  passed: (total) => `${formatCount(total)} passed`,
  all: (total) => `${formatCount(total)} ${total === 1 ? 'result' : 'results'}`,
};
