import type { LeftOut } from '@svc/reporter-core/session/run-outcome';
import type { SentArtifacts } from '@svc/reporter-core/artifacts/send-artifacts';
import { byteSize, counted } from '@svc/analysis/text/numbers';
import { hangingLines } from '../../format/lines/wrapped-lines.ts';
import type { Look } from '../../format/look.ts';
import { terminalLine } from '@svc/reporter-core/text/terminal-text';

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
export function artifactLines(
  { sent, sentBytes, pending, failure, leftOut }: ArtifactOutcome,
  { glyphs, colors, columns, quiet }: Look,
): string[] {
  const [first, second, third, ...more] = leftOut;
  const named = [first, second, third].flatMap((one) =>
    one === undefined ? [] : `${terminalLine(one.name)} ${terminalLine(one.reason)}`,
  );
  const andMore = more.length > 0 ? `, and ${more.length} more` : '';
  const why = failure === null ? '' : `: ${terminalLine(failure)}`;
  return [
    ...(sent > 0 && !quiet ? [`  ${counted(sent, 'artifact')}, ${byteSize(sentBytes)}`] : []),
    ...(pending > 0
      ? hangingLines(
          `${colors.red(glyphs.failed)} ${counted(pending, 'artifact')} not sent${why}`,
          columns,
        )
      : []),
    ...(named.length > 0
      ? hangingLines(`${colors.yellow('!')} left out: ${named.join(', ')}${andMore}`, columns)
      : []),
  ];
}

/** The outcome of the artifacts, for `--json` and for display; empty if nothing was sent. */
export function artifactOutcome(artifacts: SentArtifacts | undefined): ArtifactOutcome {
  return {
    sent: artifacts?.sent ?? 0,
    sentBytes: artifacts?.sentBytes ?? 0,
    pending: artifacts?.pending.length ?? 0,
    failure: artifacts?.failure?.message ?? null,
    leftOut: artifacts?.leftOut ?? [],
  };
}
