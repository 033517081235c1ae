import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { areLetterKeysOn } from '../../keyboard/letter-keys.ts';
import { isBusyElsewhere, useKey } from '../../keyboard/use-key.ts';
import { NAV_PAGES } from '../nav-pages.ts';
import { lazyPart } from '../../server/load-code.ts';

const KeyList = lazyPart(() => import('./key-list.tsx'), 'KeyList');

const SEQUENCE_MS = 1_500;

/** The keys of every page: `g` and a letter open a page, `/` goes to the filter, `?` lists the keys. */
export function GlobalKeys() {
  const [isListOpen, setListOpen] = useState(false);
  useGoKeys();
  useKey({ key: '/' }, () => document.querySelector<HTMLElement>('[data-filter]')?.focus());
  useKey({ key: '?' }, () => setListOpen(true));
  return isListOpen ? (
    <Suspense fallback={null}>
      <KeyList onClose={() => setListOpen(false)} />
    </Suspense>
  ) : null;
}

function useGoKeys(): void {
  const navigate = useNavigate();
  const startedAt = useRef(-Infinity);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (isBusyElsewhere(event.target) || !areLetterKeysOn()) return;
      if (event.key === 'g') {
        startedAt.current = event.timeStamp;
        return;
      }
      const page = NAV_PAGES.find(({ key }) => key === event.key);
      if (page === undefined || event.timeStamp - startedAt.current > SEQUENCE_MS) return;
      startedAt.current = -Infinity;
      event.preventDefault();
      // Before the page's own shortcuts for the same letter.
      event.stopImmediatePropagation();
      void navigate({ to: page.to });
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [navigate]);
}
