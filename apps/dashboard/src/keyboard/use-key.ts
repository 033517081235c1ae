import { useEffect, useRef } from 'react';
import { areLetterKeysOn } from './letter-keys.ts';

interface Key {
  /** As in `KeyboardEvent.key`. */
  key: string;
  /** With Ctrl, or Cmd on a Mac. Such a key also works while someone types. */
  withCommand?: boolean;
}

/** Calls `act` when the key is pressed. A single letter never fires while someone types, or in a dialog. */
export function useKey({ key, withCommand = false }: Key, act: (event: KeyboardEvent) => void) {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key.toLowerCase() || event.altKey) return;
      if ((event.ctrlKey || event.metaKey) !== withCommand) return;
      if (!withCommand && (isBusyElsewhere(event.target) || !areLetterKeysOn())) return;
      if (key === 'Escape' && canCloseItself(event.target)) return;
      event.preventDefault();
      latest.current(event);
    };
    // Before a dialog that was opened later closes itself with Escape and is gone.
    const options = { capture: key === 'Escape' };
    window.addEventListener('keydown', onKeyDown, options);
    return () => window.removeEventListener('keydown', onKeyDown, options);
  }, [key, withCommand]);
}

/** Whether Escape closes what is open at the focus: a formula or the menu of a narrow window. */
function canCloseItself(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('.explained, details[open]') !== null;
}

/** Whether the key belongs to an input or an open dialog. */
export function isBusyElsewhere(target: EventTarget | null): boolean {
  // A dialog whose focused button has gone leaves the focus to the page.
  if (document.querySelector('[aria-modal=true]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox]), textarea, select') ||
    target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
  );
}
