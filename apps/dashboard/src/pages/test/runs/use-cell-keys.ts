import { isBusyElsewhere, useKey } from '../../../keyboard/use-key.ts';

/** Lets the arrow keys move the focus through the cells of a test's outcomes, from the newest one. */
export function useCellKeys(): void {
  useKey({ key: 'ArrowLeft' }, () => moveFocus(-1));
  useKey({ key: 'ArrowRight' }, () => moveFocus(1));
}

function moveFocus(step: 1 | -1): void {
  if (isBusyElsewhere(document.activeElement)) return;
  const cells = [...document.querySelectorAll<HTMLElement>('main [data-cell]')];
  const current = cells.findIndex((cell) => cell === document.activeElement);
  const next = current === -1 ? cells.length - 1 : current + step;
  cells[Math.max(0, Math.min(cells.length - 1, next))]?.focus();
}
