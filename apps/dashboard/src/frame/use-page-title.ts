import { useEffect } from 'react';

/** Sets the title of the window: `#1842 · svc`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · svc`;
  }, [title]);
}
