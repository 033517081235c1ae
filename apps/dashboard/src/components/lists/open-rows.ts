const CONTROLS = 'a, button, input, label, select, summary, [role=tooltip]';
const LINKS = 'a[data-row], a.row-link';

// A click moves the pointer less, a selection of one letter more.
const CLICK_PX = 3;

/**
 * Lets the texts of rows be selected. Texts are above the area of the row's link, and a click on one is a click on the
 * link. A drag over the text of a link selects it. A click that ends a selection opens nothing. Returns what ends this.
 */
export function openRowsByTexts(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const pressed = { x: 0, y: 0 };
  const options = { capture: true, signal };
  const onPress = (event: MouseEvent) => {
    pressed.x = event.clientX;
    pressed.y = event.clientY;
    // Windows would begin to scroll instead of sending the click of the middle button.
    if (event.button === 1 && linkBelow(event.target) !== null) event.preventDefault();
    if (event.button === 0 && !hasModifier(event)) letSelect(event.target);
  };
  const onClick = (event: MouseEvent) => {
    const { clientX, clientY } = event;
    const isDrag = Math.hypot(clientX - pressed.x, clientY - pressed.y) > CLICK_PX;
    // Enter on a link is a click without a press.
    if (event.detail > 0 && isDrag && hasSelection() && isInRow(event.target)) {
      event.preventDefault();
      event.stopPropagation();
    } else openByText(event);
  };
  document.addEventListener('mousedown', onPress, options);
  document.addEventListener('click', onClick, options);
  document.addEventListener('auxclick', openInTab, options);
  return () => controller.abort();
}

/** Browsers select no text of a link: until the button is up again, the link is none. */
function letSelect(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINKS) : null;
  const address = link?.getAttribute('href') ?? null;
  if (link === null || address === null) return;
  // The area of a row's link, which is around its texts, can be dragged as any link.
  if (link === target && link.matches('.row-link')) return;
  link.removeAttribute('href');
  const controller = new AbortController();
  const restore = ({ type, target: end }: Event) => {
    controller.abort();
    // The page may have set it meanwhile.
    if (!link.hasAttribute('href')) link.setAttribute('href', address);
    const isClick = type === 'mouseup' && end instanceof Node && link.contains(end);
    if (isClick && !hasSelection()) link.focus({ preventScroll: true });
  };
  for (const type of ['mouseup', 'dragend', 'pointercancel', 'blur']) {
    window.addEventListener(type, restore, { capture: true, signal: controller.signal });
  }
}

function openByText(event: MouseEvent): void {
  const link = event.button === 0 ? linkBelow(event.target) : null;
  if (link === null) return;
  if (!hasModifier(event)) {
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    return;
  }
  // A click with Shift extends a selection. Firefox ignores the modifiers of a click that a script makes.
  if (!event.shiftKey || !hasSelection()) open(link);
}

function openInTab(event: MouseEvent): void {
  const link = event.button === 1 ? linkBelow(event.target) : null;
  if (link !== null) open(link);
}

function open({ href }: HTMLAnchorElement): void {
  window.open(href, '_blank', 'noopener');
}

/** The link of the row of a text that is no link or control itself; null elsewhere. */
function linkBelow(target: EventTarget | null): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest(CONTROLS) !== null) return null;
  const row = target.closest('tr, .attn > li');
  return row?.querySelector<HTMLAnchorElement>(row.matches('tr') ? 'a.row-link' : LINKS) ?? null;
}

function isInRow(target: EventTarget | null): boolean {
  return (
    linkBelow(target) !== null || (target instanceof Element && target.closest(LINKS) !== null)
  );
}

function hasModifier({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}

function hasSelection(): boolean {
  return document.getSelection()?.isCollapsed === false;
}
