import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  text: string;
  /** What is copied, for the button's name: `Copy the key`. */
  label: string;
  /** Shown on the button; without it, the button is an icon. */
  children?: string;
  className?: string;
}

/** Copies a text and says so on the button. */
export function CopyButton({ text, label, children, className }: CopyButtonProps) {
  const { state, copy } = useCopy(text);
  const words = { ready: label, copied: 'Copied', failed: 'Select the text and copy it' }[state];
  return (
    <button
      type="button"
      className={className ?? (children === undefined ? 'iconbtn' : 'btn')}
      aria-label={words}
      title={words}
      onClick={copy}
    >
      {state === 'copied' ? (
        <IconCheck size={14} stroke={1.5} aria-hidden />
      ) : (
        <IconCopy size={14} stroke={1.5} aria-hidden />
      )}
      {children !== undefined && (state === 'ready' ? children : words)}
      <span className="sr" role="status">
        {state === 'ready' ? '' : words}
      </span>
    </button>
  );
}

/** A command or a value to copy. */
export function CopyCommand({ command, label }: { command: string; label: string }) {
  return (
    <div className="cmd">
      {/* A long command scrolls, so it needs the keyboard's focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span tabIndex={0}>{command}</span>
      <CopyButton text={command} label={label} />
    </div>
  );
}
