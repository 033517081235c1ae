import type { Artifact } from '@svc/contract/executions/executions';
import { CopyCommand } from '../../../components/text/copy.tsx';

/** How to open a Playwright trace. */
export function TraceHelp({
  artifact: { name, url },
  address,
}: {
  artifact: Artifact;
  address: string;
}) {
  // Only characters that no shell interprets.
  const file = /^[\w.-]+\.zip$/.test(name) && !name.startsWith('-') ? name : 'trace.zip';
  return (
    <div className="stack">
      <p>
        A trace holds pages of the application under test, with their scripts. Playwright opens it
        on your machine:
      </p>
      {url !== null && (
        <p>
          <a className="btn" href={address} download={file}>
            1. Download {file}
          </a>
        </p>
      )}
      <CopyCommand command={`npx playwright show-trace ${file}`} label="Copy the command" />
    </div>
  );
}
