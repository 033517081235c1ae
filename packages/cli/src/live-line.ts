/** One line of a terminal that is written over again and again: a spinner or a bar. */
export interface LiveLine {
  show: (text: string) => void;
  /** Leaves the terminal as if the line had never been there. */
  clear: () => void;
}

/** `write` goes to stderr where that is a terminal; elsewhere nothing is live and nothing is written. */
export function liveLine(write: ((text: string) => void) | undefined): LiveLine {
  let isShown = false;
  return {
    show: (text) => {
      write?.(`${isShown ? '' : HIDE_CURSOR}\r${text}${ERASE_TO_END}`);
      isShown = true;
    },
    clear: () => {
      if (isShown) write?.(`\r${ERASE_TO_END}${SHOW_CURSOR}`);
      isShown = false;
    },
  };
}

/**
 * Shows a turning sign once the work takes longer than half a second: sooner it would only flicker.
 * Returns what the work returns, and leaves the line clear.
 */
export async function withSpinner<Result>(
  work: Promise<Result>,
  line: LiveLine,
  { frames, label }: { frames: readonly string[]; label: string },
): Promise<Result> {
  let turn: NodeJS.Timeout | undefined;
  const wait = setTimeout(() => {
    let frame = 0;
    turn = setInterval(() => line.show(`${frames[frame++ % frames.length]} ${label}`), FRAME_MS);
  }, SPINNER_AFTER_MS);
  try {
    return await work;
  } finally {
    clearTimeout(wait);
    clearInterval(turn);
    line.clear();
  }
}

const SPINNER_AFTER_MS = 500;
const FRAME_MS = 80;
const HIDE_CURSOR = '\u001b[?25l';
export const SHOW_CURSOR = '\u001b[?25h';
const ERASE_TO_END = '\u001b[K';
