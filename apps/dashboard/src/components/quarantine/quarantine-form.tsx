import { lazy, Suspense } from 'react';
import { loadCode } from '../../server/load-code.ts';
import type { QuarantineDialogProps } from './quarantine-dialog.tsx';

const QuarantineDialog = lazy(
  loadCode(() =>
    import('./quarantine-dialog.tsx').then((module) => ({ default: module.QuarantineDialog })),
  ),
);

/** The open form, with its code once it is loaded. */
export function QuarantineForm(props: QuarantineDialogProps) {
  return (
    <Suspense fallback={null}>
      <QuarantineDialog {...props} />
    </Suspense>
  );
}
