import { useEffect, useRef } from 'react';

/**
 * Jumps to the log of a webhook once somebody chose the webhook, unless the log begins in the upper half of the window.
 * Without an animation, which some readers do not want and a later scroll can end early.
 */
export function useScrolledTo(isChosen: boolean) {
  const top = useRef<HTMLElement>(null);
  useEffect(() => {
    const section = top.current?.closest('section');
    if (!isChosen || section == null || isInUpperHalf(section)) return;
    section.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [isChosen]);
  return top;
}

function isInUpperHalf(element: Element): boolean {
  const { top } = element.getBoundingClientRect();
  // The head of the page covers what is above the margin.
  const margin = Number.parseFloat(getComputedStyle(element).scrollMarginTop);
  return top >= margin && top < window.innerHeight / 2;
}
