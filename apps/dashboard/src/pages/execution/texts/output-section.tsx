import { useRef } from 'react';
import { useKey } from '../../../keyboard/use-key.ts';
import { FileOutput } from './file-output.tsx';
import { OutputStreams } from './output-streams.tsx';

interface OutputSectionProps {
  executionId: string;
  /** The result's, whose own output may be asked for. */
  file: string;
  variant: string | null;
  stdout: string | null;
  stderr: string | null;
  /** Named where the result has several. */
  attempt: number | null;
}

/** What the attempt printed, and what its file printed besides. */
export function OutputSection(props: OutputSectionProps) {
  const { executionId, file, variant, stdout, stderr, attempt } = props;
  const section = useRef<HTMLElement>(null);
  useKey({ key: 'o' }, () => {
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.querySelector<HTMLElement>('pre, button')?.focus({ preventScroll: true });
  });
  return (
    <section ref={section}>
      <OutputStreams
        stdout={stdout}
        stderr={stderr}
        title="Output"
        of={attempt === null ? null : `attempt ${attempt}`}
      />
      <FileOutput executionId={executionId} file={file} variant={variant} />
    </section>
  );
}
