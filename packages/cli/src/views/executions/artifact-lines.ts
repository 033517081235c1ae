import type { LeftOut } from '@svc/reporter-core/session/run-outcome';
import { byteSize } from '../../format/byte-size.ts';
import { counted } from '../../format/counted.ts';
import { hangingLines } from '../../format/hanging-lines.ts';
import type { Look } from '../../format/look.ts';
import { terminalLine } from '../../format/terminal-text.ts';

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
