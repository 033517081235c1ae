import { Suspense } from 'react';
import { lazyPart } from '../../server/load-code.ts';
import type { QuarantineDialogProps } from './quarantine-dialog.tsx';

const QuarantineDialog = lazyPart(() => import('./quarantine-dialog.tsx'), 'QuarantineDialog');

/** The open form, with its code once it is loaded. */
export function QuarantineForm(props: QuarantineDialogProps) {
  return (
    <Suspense fallback={null}>
      <QuarantineDialog {...props} />
    </Suspense>
  );
}
