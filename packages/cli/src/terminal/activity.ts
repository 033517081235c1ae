/** Shows that svc is working, on one line of a terminal that is overwritten and finally cleared. */
export interface Activity {
  /** Returns the result of the work. The line appears after half a second; earlier it would only flicker. */
  during: <Result>(work: Promise<Result>) => Promise<Result>;
  /** Sets the text beside the spinner. */
  describe: (text: string) => void;
  /** Returns the result of the work, and shows nothing meanwhile: a question is on the terminal. */
  pausedDuring: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export interface ActivityFacts {
  /** Writes to stderr if it is a terminal; otherwise undefined, and nothing is shown. */
  write: ((text: string) => void) | undefined;
  frames: readonly string[];
}

export function makeActivity({ write, frames }: ActivityFacts): Activity {
  let description = 'waiting for the server';
  // Several may overlap: lines for a person, and a question after them.
  let pauses = 0;
  return {
    pausedDuring: async (work) => {
      pauses++;
      write?.(CLEARED_LINE);
      try {
        return await work();
      } finally {
        pauses--;
      }
    },
    describe: (text) => {
      description = text;
    },
    during: async (work) => {
      if (write === undefined) return work;
      let turn: NodeJS.Timeout | undefined;
      let frame = 0;
      const draw = () => {
        if (pauses > 0) return;
        write(`${HIDE_CURSOR}\r${frames[frame++ % frames.length]} ${description}${ERASE_TO_END}`);
      };
      const wait = setTimeout(() => (turn = setInterval(draw, FRAME_MS)), SHOWN_AFTER_MS);
      try {
        return await work;
      } finally {
        clearTimeout(wait);
        clearInterval(turn);
        if (frame > 0) write(CLEARED_LINE);
      }
    },
  };
}

const SHOWN_AFTER_MS = 500;
const FRAME_MS = 80;
const HIDE_CURSOR = '\u001b[?25l';
const ERASE_TO_END = '\u001b[K';
const CLEARED_LINE = `\r${ERASE_TO_END}\u001b[?25h`;
