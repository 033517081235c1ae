import type { ExcusedFailure } from '@svc/contract/gate/gate';
import { UNICODE_GLYPHS } from '../../format/glyphs.ts';
import {
  markdownCommand,
  markdownInlineCode,
  markdownLink,
  markdownText,
} from '@svc/analysis/text/markdown';
import { allFingerprints, listedFingerprints } from '../fingerprints.ts';
import { resultPlace, resultTitle } from '../test-names.ts';
import {
  baseName,
  countsText,
  excuseText,
  expiringText,
  ONLY_NEW,
  VERDICT_WORDS,
  verdictGlyph,
  type ShownGate,
} from './gate-parts.ts';

/** The same for a pull request. */
export function gatesMarkdown(shown: readonly ShownGate[], now: Date): string {
  return shown.map((one) => gateBlock(one, now)).join('\n\n');
}

function gateBlock({ gate, place, limit, moreCommand }: ShownGate, now: Date): string {
  const { verdict, project, executionNumber, url, undecided, blocking, excused, expiring } = gate;
  const inBase =
    gate.base === null ? '' : markdownText(` It failed in ${baseName(gate.base)}, too.`);
  const name = markdownLink(`${project} #${executionNumber}`, url);
  const title = `${verdictGlyph(verdict, { glyphs: UNICODE_GLYPHS })} ${VERDICT_WORDS[verdict]}`;
  const facts = [
    ...(place === undefined ? [] : [place]),
    countsText(gate),
    ...(gate.blocksOnlyNew ? [ONLY_NEW] : []),
  ];
  const cut = Math.max(blocking.length, excused.length) > limit;
  const lines = [
    ...blocking.slice(0, limit).map(({ titlePath, variant, file, line, why, ...failure }) => {
      if (titlePath === null) return `- ${UNICODE_GLYPHS.failed} **blocks** ${markdownText(why)}`;
      const where = file === null ? '' : ` (${markdownInlineCode(resultPlace({ file, line }))})`;
      const all = allFingerprints(failure);
      const cause = all.length === 0 ? '' : ` ${markdownInlineCode(listedFingerprints(all))}`;
      return `- ${UNICODE_GLYPHS.failed} **blocks** ${titleText({ titlePath, variant })}${where}: ${markdownText(why)}${failure.onBase ? inBase : ''}${cause}`;
    }),
    ...excused
      .slice(0, limit)
      .map(
        (item) =>
          `- ${UNICODE_GLYPHS.skipped} excused ${titleText(item)} (${markdownInlineCode(resultPlace(item))}): ${markdownText(excuseText(item))}`,
      ),
    ...expiring.map((entry) => `- ! ${markdownText(expiringText(entry, now))}`),
  ];
  const blocks = [
    `### ${title}: ${name}`,
    facts.map(markdownText).join(' · '),
    undecided === null ? '' : markdownText(undecided.why),
    lines.join('\n'),
    cut ? `More: ${markdownCommand(moreCommand)}` : '',
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function titleText(test: Pick<ExcusedFailure, 'titlePath' | 'variant'>): string {
  return markdownText(resultTitle(test, UNICODE_GLYPHS));
}
