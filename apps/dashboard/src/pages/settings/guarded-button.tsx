import type { ComponentProps } from 'react';

interface GuardedButtonProps extends ComponentProps<'button'> {
  /** Why the viewer may not use it; undefined if they may. */
  refusal: string | undefined;
}

/** A button that not everybody may use. */
export function GuardedButton({ refusal, disabled = false, ...button }: GuardedButtonProps) {
  return (
    <button
      type="button"
      {...button}
      disabled={disabled || refusal !== undefined}
      title={refusal}
    />
  );
}
