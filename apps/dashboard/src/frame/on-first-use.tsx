import { Suspense, useState, type ReactNode } from 'react';

interface OnFirstUseProps {
  /** The button as it is before the first use. */
  closed: (props: { onClick: () => void }) => ReactNode;
  /** A lazy component: the same button with its open menu. */
  children: ReactNode;
}

/** Loads a menu's code when its button is used first, because few visits open one and the code is large. */
export function OnFirstUse({ closed, children }: OnFirstUseProps) {
  const [isUsed, setUsed] = useState(false);
  const button = closed({ onClick: () => setUsed(true) });
  return isUsed ? <Suspense fallback={button}>{children}</Suspense> : button;
}
