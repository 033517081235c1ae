import type { Artifact } from '@svc/contract/executions/executions';
import { shellWord } from '../../flags/proposed-command.ts';
import { byteSize } from '@svc/analysis/text/numbers';
import { hangingLines } from '../../format/lines/wrapped-lines.ts';
import type { Look } from '../../format/look.ts';
import { terminalLine } from '@svc/reporter-core/text/terminal-text';

// A test may attach hundreds.
const SHOWN_ARTIFACTS = 8;

/** The files that a result attached, each with a way to open it: a link, an address, or a command. */
export function resultArtifactLines(artifacts: readonly Artifact[], look: Look): string[] {
  const { colors, glyphs } = look;
  const left = artifacts.length - SHOWN_ARTIFACTS;
  return [
    ...artifacts.slice(0, SHOWN_ARTIFACTS).flatMap((artifact) => oneArtifact(artifact, look)),
    ...(left > 0 ? [colors.dim(`${glyphs.ellipsis} ${left} more files, in --json`)] : []),
  ];
}

function oneArtifact({ kind, name, sizeBytes, state, url }: Artifact, look: Look): string[] {
  const shownName = terminalLine(name);
  const facts = [
    ...(kind === 'other' ? [] : [kind]),
    byteSize(sizeBytes),
    ...(state === 'stored' ? [] : [STATE_TEXTS[state]]),
  ];
  const line = `${shownName} (${facts.join(', ')})`;
  const isLinked = url !== null && look.link(shownName, url) !== shownName;
  const shown =
    isLinked && line.length <= look.columns
      ? [look.link(shownName, url) + line.slice(shownName.length)]
      : hangingLines(line, look.columns);
  return [...shown, ...openLines({ kind, url, isLinked }).map(look.colors.dim)];
}

const STATE_TEXTS: Record<Exclude<Artifact['state'], 'stored'>, string> = {
  pending: 'not uploaded yet',
  expired: 'deleted by retention',
};

/** A command or an address stays whole, to be copied. */
function openLines({
  kind,
  url,
  isLinked,
}: Pick<Artifact, 'kind' | 'url'> & { isLinked: boolean }): string[] {
  if (url === null) return [];
  if (kind === 'trace') return [`  npx playwright show-trace ${shellWord(url)}`];
  return isLinked ? [] : [`  ${url}`];
}
