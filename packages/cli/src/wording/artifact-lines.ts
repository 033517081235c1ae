import type { LeftOut } from '@svc/reporter-core/report/artifact';
import type { SentArtifacts } from '@svc/reporter-core/upload/send-artifacts';
import { formatBytes, formatCount, formatNumber } from '@svc/contract/zod-free/amounts';
import { wrapText } from '../terminal/lines/wrapped-lines.ts';
import type { Look } from '../terminal/look.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';

/** The outcome of an upload's artifacts; every text in it is safe for a terminal. */
export interface ArtifactOutcome {
  sent: number;
  sentBytes: number;
  /** Artifacts that may be accepted later, and why the first of them was not. */
  pending: number;
  failure: string | null;
  leftOut: LeftOut[];
}

/** `  3 artifacts, 1.2 MB`, and those not sent; empty without artifacts. */
export function formatArtifactLines(
  { sent, sentBytes, pending, failure, leftOut }: ArtifactOutcome,
  { glyphs, colors, columns, quiet }: Look,
): string[] {
  const [red, yellow] = [colors.red(glyphs.failed), colors.yellow('!')];
  return [
    ...(sent > 0 && !quiet ? [`  ${formatSent({ sent, sentBytes })}`] : []),
    ...(pending > 0 ? wrapText(`${red} ${formatPending({ pending, failure })}`, columns) : []),
    ...(leftOut.length > 0 ? wrapText(`${yellow} ${formatLeftOut(leftOut)}`, columns) : []),
  ];
}

/** The same in words; empty without artifacts. */
export function formatArtifactFacts(outcome: ArtifactOutcome): string[] {
  return [
    ...(outcome.sent > 0 ? [formatSent(outcome)] : []),
    ...(outcome.pending > 0 ? [formatPending(outcome)] : []),
    ...(outcome.leftOut.length > 0 ? [formatLeftOut(outcome.leftOut)] : []),
  ];
}

function formatSent({ sent, sentBytes }: Pick<ArtifactOutcome, 'sent' | 'sentBytes'>): string {
  return `${formatCount(sent, 'artifact')}, ${formatBytes(sentBytes)}`;
}

function formatPending({ pending, failure }: Pick<ArtifactOutcome, 'pending' | 'failure'>): string {
  const why = failure === null ? '' : `: ${toTerminalLine(failure)}`;
  return `${formatCount(pending, 'artifact')} not sent${why}`;
}

function formatLeftOut(leftOut: readonly LeftOut[]): string {
  const named = leftOut
    .slice(0, 3)
    .map(({ name, reason }) => `${toTerminalLine(name)} ${toTerminalLine(reason)}`);
  const more = leftOut.length - named.length;
  return `left out: ${named.join(', ')}${more > 0 ? `, and ${formatNumber(more)} more` : ''}`;
}

/** The outcome of the artifacts, for `--json` and for display; empty if nothing was sent. */
export function buildArtifactOutcome(artifacts: SentArtifacts | undefined): ArtifactOutcome {
  return {
    sent: artifacts?.sent ?? 0,
    sentBytes: artifacts?.sentBytes ?? 0,
    pending: artifacts?.pending.length ?? 0,
    failure: artifacts?.failure?.message ?? null,
    leftOut: artifacts?.leftOut ?? [],
  };
}
