const CONTROLS = 'a, button, input, label, select, summary, [role=tooltip]';

/**
 * Makes a click on a text of a row a click on the row's link: texts are above the link's area, so that they can be
 * selected. A click that ends a selection opens nothing. Returns what ends this.
 */
export function openRowsByTexts(): () => void {
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  document.addEventListener('click', onClick, options);
  document.addEventListener('auxclick', onAuxClick, options);
  document.addEventListener('mousedown', onMouseDown, options);
  return () => controller.abort();
}

function onClick(event: MouseEvent): void {
  const row = rowOf(event.target);
  // Enter on a link is a click without a press of the mouse.
  if (row !== null && event.detail > 0 && isSelectedIn(row)) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const link = linkBelow(event.target);
  if (link === null || event.button !== 0) return;
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  const init = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, altKey };
  link.dispatchEvent(new MouseEvent('click', init));
}

function onAuxClick(event: MouseEvent): void {
  const link = event.button === 1 ? linkBelow(event.target) : null;
  if (link !== null) window.open(link.href, '_blank', 'noopener');
}

/** Windows would begin to scroll instead of sending the click of the middle button. */
function onMouseDown(event: MouseEvent): void {
  if (event.button === 1 && linkBelow(event.target) !== null) event.preventDefault();
}

/** The link of the row under a text that is no link or control itself; null elsewhere. */
function linkBelow(target: EventTarget | null): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest(CONTROLS) !== null) return null;
  return target.closest('tr')?.querySelector<HTMLAnchorElement>('a.row-link') ?? null;
}

function rowOf(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  const link = target.closest('a[data-row], a.row-link');
  return linkBelow(target)?.closest('tr') ?? link?.closest('tr') ?? link;
}

function isSelectedIn(row: Element): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true);
}
