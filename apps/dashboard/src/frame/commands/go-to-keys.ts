const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys that open the menu that goes anywhere, as they are called on this machine. */
export const GO_TO_KEYS = IS_APPLE ? '⌘K' : 'Ctrl K';
