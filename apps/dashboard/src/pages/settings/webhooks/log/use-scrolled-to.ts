import { useEffect, useRef } from 'react';

const LESS_MOTION = '(prefers-reduced-motion: reduce)';

/** Scrolls to the log of a webhook once somebody chose the webhook, unless the log begins in the upper half of the window. */
export function useScrolledTo(isChosen: boolean) {
  const top = useRef<HTMLElement>(null);
  useEffect(() => {
    const section = top.current?.closest('section');
    if (!isChosen || section == null || isInUpperHalf(section)) return;
    const behavior = window.matchMedia(LESS_MOTION).matches ? 'instant' : 'smooth';
    section.scrollIntoView({ block: 'start', behavior });
  }, [isChosen]);
  return top;
}

function isInUpperHalf(element: Element): boolean {
  const { top } = element.getBoundingClientRect();
  return top >= 0 && top < window.innerHeight / 2;
}
