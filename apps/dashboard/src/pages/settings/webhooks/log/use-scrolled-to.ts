import { useEffect, useRef } from 'react';

const NARROW = '(max-width: 900px)';

/** Scrolls to the log of a webhook that somebody chose, where the list fills the window. */
export function useScrolledTo(isChosen: boolean) {
  const top = useRef<HTMLElement>(null);
  const wasChosen = useRef(isChosen);
  useEffect(() => {
    if (wasChosen.current && window.matchMedia(NARROW).matches) {
      top.current?.closest('section')?.scrollIntoView({ block: 'start' });
    }
  }, []);
  return top;
}
