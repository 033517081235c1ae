import { useEffect, useRef } from 'react';

/**
 * Gives the focus back to the button of a menu that closed, for an element around both. An open menu brings its own
 * button, so that the focus would be lost with it. Leaves the focus alone where someone has put it elsewhere.
 */
export function useReturnFocus(isOpen: boolean) {
  const around = useRef<HTMLSpanElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!hasClosed || document.activeElement !== document.body) return;
    around.current?.querySelector('button')?.focus();
  }, [isOpen]);
  return around;
}
