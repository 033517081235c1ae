import type { Artifact } from '@svc/contract/executions/executions';
import { quoteShellWord } from '../../errors/proposed-command.ts';
import { formatBytes, formatNumber } from '@svc/contract/zod-free/amounts';
import { wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';

// A test may attach hundreds.
const SHOWN_ARTIFACTS = 8;

/**
 * The files that a result attached, with their attempts if there are several. Names are links where the terminal has
 * links. The newest trace has the command that shows it.
 */
export function formatResultArtifacts(artifacts: readonly Artifact[], look: Look): string[] {
  const { colors, glyphs } = look;
  const left = artifacts.length - SHOWN_ARTIFACTS;
  const attempts = new Set(artifacts.map(({ attempt }) => attempt));
  const shown = artifacts.slice(0, SHOWN_ARTIFACTS);
  const trace = artifacts
    .filter(({ kind, url }) => kind === 'trace' && url !== null)
    .reduce<Artifact | null>(
      (newest, one) => ((one.attempt ?? 0) >= (newest?.attempt ?? 0) ? one : newest),
      null,
    );
  return [
    ...shown.flatMap((artifact) => formatArtifact(artifact, attempts.size > 1, look)),
    ...(left > 0
      ? [colors.dim(`${glyphs.ellipsis} ${formatNumber(left)} more files, in --json`)]
      : []),
    // A command stays whole, to be copied.
    ...(trace?.url ? [colors.dim(`npx playwright show-trace ${quoteShellWord(trace.url)}`)] : []),
  ];
}

function formatArtifact(
  { kind, name, attempt, sizeBytes, state, url }: Artifact,
  isOneOfSeveral: boolean,
  look: Look,
): string[] {
  const shownName = toTerminalLine(name);
  const facts = [
    ...(kind === 'other' ? [] : [kind]),
    ...(isOneOfSeveral && attempt !== null ? [`attempt ${attempt}`] : []),
    formatBytes(sizeBytes),
    ...(state === 'stored' ? [] : [STATE_TEXTS[state]]),
  ];
  const line = `${shownName} (${facts.join(', ')})`;
  return url !== null && line.length <= look.columns
    ? [look.link(shownName, url) + line.slice(shownName.length)]
    : wrapText(line, look.columns);
}

const STATE_TEXTS: Record<Exclude<Artifact['state'], 'stored'>, string> = {
  pending: 'not uploaded yet',
  expired: 'deleted by retention',
};
