import type { ComponentProps } from 'react';

/** The initials of who is signed in, as the button that opens the account's menu. */
export function AvatarButton({ name, ...button }: ComponentProps<'button'> & { name: string }) {
  const initials = pickInitials(name);
  return (
    <button
      {...button}
      className="avatar"
      type="button"
      aria-haspopup="menu"
      // The name begins with what is seen, for those who speak to their browser.
      aria-label={`${initials}, account ${name}`}
      title={name}
    >
      {initials}
    </button>
  );
}

/** `OW` for `owner@example.com`, `JD` for `jane.doe@example.com`. */
function pickInitials(name: string): string {
  const [local = ''] = name.split('@');
  const [first = '', second = ''] = local.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return (second === '' ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1)).toUpperCase();
}
