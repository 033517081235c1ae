import type { ComponentProps } from 'react';

/** The initials of who is signed in, as the button that opens the account's menu. */
export function AvatarButton({ name, ...button }: ComponentProps<'button'> & { name: string }) {
  return (
    <button
      {...button}
      className="avatar"
      type="button"
      aria-haspopup="menu"
      aria-label={`Account ${name}`}
      title={name}
    >
      <span aria-hidden="true">{initialsOf(name)}</span>
    </button>
  );
}

/** `OW` for `owner@example.com`, `JD` for `jane.doe@example.com`. */
function initialsOf(name: string): string {
  const [local = ''] = name.split('@');
  const [first = '', second = ''] = local.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return (second === '' ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1)).toUpperCase();
}
