import type { Artifact } from '@svc/contract/executions/executions';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { formatBytes } from '../../../format/count.ts';
import { AnsiBlock } from '../texts/ansi-block.tsx';

// More than anyone reads here; a gigabyte of log must not fill the browser's memory.
const FIRST_BYTES = 512 * 1024;

/** A text file: its first half megabyte, and more on request. */
export function TextViewer({ artifact, address }: { artifact: Artifact; address: string }) {
  const { id, sizeBytes } = artifact;
  const [bytes, setBytes] = useState(FIRST_BYTES);
  const text = useQuery({
    queryKey: ['artifact-text', id, bytes],
    queryFn: ({ signal }) => readText(address, { bytes: Math.min(bytes, sizeBytes), signal }),
    staleTime: Infinity,
    retry: 2,
    placeholderData: keepPreviousData,
  });
  if (text.isError) {
    return (
      <p className="t-fail" role="alert">
        The file could not be read. Its address is good for 15 minutes: load the page again.
      </p>
    );
  }
  if (text.data === undefined) return <SkeletonRows rows={10} height={20} />;
  return (
    <>
      {bytes < sizeBytes && (
        <div className="row">
          <span className="sub">
            The first {formatBytes(bytes)} of {formatBytes(sizeBytes)}.
          </span>
          <button
            className="btn sm"
            type="button"
            disabled={text.isFetching}
            onClick={() => setBytes(bytes * 4)}
          >
            Read {formatBytes(Math.min(bytes * 4, sizeBytes))}
          </button>
        </div>
      )}
      <AnsiBlock text={text.data} label={artifact.name} keep="beginning" />
    </>
  );
}

async function readText(
  address: string,
  { bytes, signal }: { bytes: number; signal: AbortSignal },
): Promise<string> {
  if (bytes === 0) return '';
  const response = await fetch(address, {
    signal,
    headers: { range: `bytes=0-${bytes - 1}` },
    // The address itself is the permission.
    credentials: 'omit',
  });
  if (!response.ok) throw new Error(`the file was answered with ${response.status}`);
  return new TextDecoder().decode(await response.arrayBuffer());
}
