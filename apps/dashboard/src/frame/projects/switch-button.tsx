import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

/** The chosen project, as the button that opens the list of projects. */
export function SwitchButton({
  project,
  ...button
}: ComponentProps<'button'> & { project: string | undefined }) {
  const label = project ?? 'All projects';
  return (
    <button
      {...button}
      className="switch"
      type="button"
      aria-haspopup="menu"
      aria-label={`Project: ${label}`}
    >
      <b className="strong clip">{label}</b>
      <IconChevronDown size={12} stroke={1.5} aria-hidden />
    </button>
  );
}
