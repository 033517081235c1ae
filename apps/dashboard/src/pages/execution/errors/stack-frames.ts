import { toPlainText } from '../../../components/text/plain-text.ts';

export interface StackFrame {
  text: string;
  /** Whether it is of the repository's own code: not of a dependency, the runtime or the browser's address. */
  isOwn: boolean;
}

// A stack of endless recursion has thousands.
const MAX_FRAMES = 200;
const MAX_FRAME_CHARACTERS = 500;

/** The frames of a stack, those of the repository first. Each group keeps its order. */
export function parseStack(stack: string): StackFrame[] {
  const frames = toPlainText(stack.slice(0, MAX_FRAMES * MAX_FRAME_CHARACTERS))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at\s|^[^\s@]*@.*:\d+|:\d+:\d+\)?$/.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => ({ text: line.slice(0, MAX_FRAME_CHARACTERS), isOwn: isOwn(line) }));
  return [...frames.filter((frame) => frame.isOwn), ...frames.filter((frame) => !frame.isOwn)];
}

function isOwn(line: string): boolean {
  return !/node_modules|node:|internal\/|<anonymous>|\(native|https?:\/\/|javascript:/.test(line);
}
