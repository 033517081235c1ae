import { isBusyElsewhere, useKey } from './use-key.ts';

/** Lets j and k move the focus through the links with `data-row` of the page, in the order of the page. */
export function useRowKeys(): void {
  useKey({ key: 'j' }, () => moveFocus(1));
  useKey({ key: 'k' }, () => moveFocus(-1));
}

function moveFocus(step: 1 | -1): void {
  if (isBusyElsewhere(document.activeElement)) return;
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')].filter(
    (row) => row.offsetParent !== null,
  );
  const current = rows.findIndex((row) => row === document.activeElement);
  const next = current === -1 ? (step === 1 ? 0 : rows.length - 1) : current + step;
  rows[Math.max(0, Math.min(rows.length - 1, next))]?.focus();
}
