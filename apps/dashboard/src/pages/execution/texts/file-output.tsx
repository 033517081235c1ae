import { useQuery } from '@tanstack/react-query';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { trpc } from '../../../server/trpc.ts';
import { OutputStreams } from './output-streams.tsx';

interface FileOutputProps {
  executionId: string;
  file: string;
  variant: string | null;
}

/** What a test file printed outside of its tests. It is loaded when asked for: few readers need it. */
export function FileOutput(props: FileOutputProps) {
  const [isOpen, setOpen] = useState(false);
  const Icon = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <>
      <button
        className="btn quiet sm"
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen((open) => !open)}
      >
        Output of the file outside of its tests <Icon size={12} stroke={1.5} aria-hidden />
      </button>
      {isOpen && <LoadedOutput {...props} />}
    </>
  );
}

function LoadedOutput({ executionId, file, variant }: FileOutputProps) {
  const files = useQuery(
    trpc.executions.files.queryOptions({ id: executionId, file }, { staleTime: Infinity }),
  );
  return (
    <Loaded query={files} what="The output" skeleton={<SkeletonRows rows={3} height={20} />}>
      {({ items }) => {
        // Several entries: shards, or legs of a matrix, that ran the same file.
        const printed = items.filter(
          (one) => one.variant === variant && (one.stdout !== null || one.stderr !== null),
        );
        if (printed.length === 0) return <p className="sub">It printed nothing.</p>;
        return printed.map(({ stdout, stderr }, place) => (
          <OutputStreams
            // Entries have no identity besides their place.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            stdout={stdout}
            stderr={stderr}
            title="File"
            of={printed.length === 1 ? null : `${place + 1} of ${printed.length}`}
          />
        ));
      }}
    </Loaded>
  );
}
