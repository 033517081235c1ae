import { RegExpParser, visitRegExpAST, type AST } from '@eslint-community/regexpp';
import { checkSync } from 'recheck';
import { analyse } from 'scslre';

export interface Pattern {
  source: string;
  flags: string;
}

// A pattern whose quantifiers all have a limit takes at most a constant number of steps from each character. These
// limits keep the constant small.
const MOST_REPEATS = 500;
const MOST_STEPS = 10_000;
// Fewer repeats are few steps, whatever stands beside them.
const FEW_REPEATS = 10;

/**
 * Why a pattern may take more than linear time; empty for one that takes linear time. Repeats without a limit are
 * proved by recheck. For repeats with a limit, scslre finds those that exchange characters, and recheck those that are
 * exponential inside of another one, both as if there were no limits.
 */
export function slowPartsOf({ source, flags }: Pattern): string[] {
  const ast = parsed(source, flags);
  const quantifiers = quantifiersIn(ast);
  return [
    ...quantifiers
      .filter(({ max }) => max > MOST_REPEATS && max !== Infinity)
      .map(({ raw }) => `${raw} repeats too often`),
    ...unlimitedParts(ast, flags),
    ...nestedParts(quantifiers, flags),
    ...exchangingParts(source, flags),
  ];
}

function parsed(source: string, flags: string): AST.Pattern {
  return new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
}

function quantifiersIn(ast: AST.Node): AST.Quantifier[] {
  const found: AST.Quantifier[] = [];
  visitRegExpAST(ast, { onQuantifierEnter: (one) => void found.push(one) });
  return found;
}

/** Each alternative on its own: their times add up. */
function unlimitedParts({ alternatives }: AST.Pattern, flags: string): string[] {
  return alternatives.flatMap((alternative) => {
    const part = withoutLastRepeat(alternative);
    if (!quantifiersIn(part.ast).some(({ max, end }) => max === Infinity && end <= part.end))
      return [];
    const time = timeOf(part.raw, flags);
    return time === 'safe' ? [] : [`${part.raw}: ${time}`];
  });
}

/** Without a repeated character at the end, after which nothing can fail. */
function withoutLastRepeat(ast: AST.Alternative): {
  ast: AST.Alternative;
  raw: string;
  end: number;
} {
  const last = ast.elements.at(-1);
  const isOne =
    last?.type === 'Quantifier' &&
    last.max === Infinity &&
    quantifiersIn(last.element).length === 0;
  const end = isOne ? last.start : ast.end;
  return { ast, raw: ast.raw.slice(0, end - ast.start), end };
}

/** The outermost quantifiers around other ones, as if both had no limits. */
function nestedParts(quantifiers: readonly AST.Quantifier[], flags: string): string[] {
  return quantifiers
    .filter(({ max, element }) => max > 1 && quantifiersIn(element).some((inner) => inner.max > 1))
    .flatMap((quantifier) => {
      // Nothing in a pattern matches the last character.
      const lifted = `^(?:${withoutLimits(quantifier.element)})*\uE000`;
      const time = timeOf(lifted, flags);
      return time === 'unknown' || time === 'exponential' ? [`${quantifier.raw}: ${time}`] : [];
    });
}

function withoutLimits(node: AST.Element): string {
  const limited = quantifiersIn(node).filter(({ max }) => max > 1);
  return limited
    .toSorted((left, right) => right.end - left.end)
    .reduce(
      (raw, { element, end, min }) =>
        `${raw.slice(0, element.end - node.start)}{${min},}${raw.slice(end - node.start)}`,
      node.raw,
    );
}

function exchangingParts(source: string, flags: string): string[] {
  const ast = parsed(source, flags);
  const limits = new Map<AST.Quantifier, number>();
  for (const quantifier of quantifiersIn(ast)) {
    limits.set(quantifier, quantifier.max);
    if (quantifier.max >= FEW_REPEATS) quantifier.max = Infinity;
  }
  const { reports } = analyse({ pattern: ast, flags: new RegExpParser().parseFlags(flags) });
  return reports.flatMap((report) => {
    if (report.exponential) return [`exponential on ${report.character.pick}`];
    if (report.type !== 'Trade') return [];
    const { startQuant, endQuant } = report;
    const steps = (limits.get(startQuant) ?? 1) * (limits.get(endQuant) ?? 1);
    return steps <= MOST_STEPS ? [] : [`${startQuant.raw} and ${endQuant.raw} exchange characters`];
  });
}

const PROOF_MS = 20_000;

/** `safe`, `unknown`, `exponential`, or the degree of a polynomial. */
function timeOf(source: string, flags: string): string {
  const found = checkSync(source, flags.replaceAll(/[dgy]/g, ''), {
    checker: 'automaton',
    timeout: PROOF_MS,
  });
  return found.status === 'vulnerable' ? found.complexity.summary : found.status;
}
