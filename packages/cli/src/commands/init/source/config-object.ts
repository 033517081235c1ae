import { parse, parseExpression } from '@babel/parser';
import type { Expression, Node, ObjectExpression, Program } from '@babel/types';

/** The source of a configuration file, and the object that it exports. */
export interface ConfigSource {
  code: string;
  config: ObjectExpression;
  /** What a name in the file stands for; undefined for what is imported or computed. */
  resolve: (node: Node) => Expression | undefined;
}

/**
 * Finds the exported object of a configuration in JavaScript, TypeScript or JSON: literal, behind `defineConfig`, a
 * function that returns it, or a constant. Undefined if only running the file could give the object.
 */
export function findConfigObject(
  code: string,
  { isJson }: { isJson: boolean },
): ConfigSource | undefined {
  const program = isJson ? undefined : parseProgram(code);
  const resolve = (node: Node): Expression | undefined => resolveExpression(node, program);
  const exported = isJson ? parseJsonNode(code) : program && findExportedNode(program);
  const config = exported && resolve(exported);
  return config?.type === 'ObjectExpression' ? { code, config, resolve } : undefined;
}

function parseProgram(code: string): Program | undefined {
  try {
    return parse(code, { sourceType: 'unambiguous', plugins: ['typescript'] }).program;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** JSON is an expression of JavaScript, so its places are found in the same way. */
function parseJsonNode(code: string): Expression | undefined {
  try {
    return parseExpression(code);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What follows `export default` or `module.exports =`. */
function findExportedNode({ body }: Program): Node | undefined {
  for (const statement of body) {
    if (statement.type === 'ExportDefaultDeclaration') return statement.declaration;
    if (statement.type === 'TSExportAssignment') return statement.expression;
    if (statement.type !== 'ExpressionStatement') continue;
    const { expression } = statement;
    if (expression.type === 'AssignmentExpression' && isModuleExports(expression.left)) {
      return expression.right;
    }
  }
  return undefined;
}

function isModuleExports(node: Node): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'exports'
  );
}

/** The expression without types, `defineConfig`, functions and names around it. */
function resolveExpression(
  node: Node,
  program: Program | undefined,
  depth = 0,
): Expression | undefined {
  // A constant may refer to itself.
  if (depth > DEEPEST) return undefined;
  const inner = (next: Node | null | undefined) =>
    next ? resolveExpression(next, program, depth + 1) : undefined;
  if (
    node.type === 'TSSatisfiesExpression' ||
    node.type === 'TSAsExpression' ||
    node.type === 'TSNonNullExpression' ||
    node.type === 'ParenthesizedExpression'
  ) {
    return inner(node.expression);
  }
  if (node.type === 'CallExpression') return inner(pickConfigArgument(node.callee, node.arguments));
  if (
    node.type === 'ArrowFunctionExpression' ||
    node.type === 'FunctionExpression' ||
    node.type === 'FunctionDeclaration'
  ) {
    return inner(findReturnedNode(node.body));
  }
  if (node.type === 'Identifier') return inner(program && findConstant(program, node.name));
  const isKnown =
    node.type === 'ObjectExpression' ||
    node.type === 'ArrayExpression' ||
    node.type === 'StringLiteral' ||
    node.type === 'ConditionalExpression';
  return isKnown ? node : undefined;
}

const DEEPEST = 20;

// The last two are Astro's and Next's.
const WITH_CONFIG = /^(?:define\w*(?:Config|Project)|getViteConfig|createJestConfig)$/;

/** The argument that is the configuration: of `mergeConfig(base, ours)` the last one. */
function pickConfigArgument(callee: Node, args: readonly Node[]): Node | undefined {
  const name = callee.type === 'Identifier' ? callee.name : '';
  if (WITH_CONFIG.test(name)) return args[0];
  return name === 'mergeConfig' ? args.at(-1) : undefined;
}

/** Undefined for a function with several ways out. */
function findReturnedNode(body: Node): Node | undefined {
  if (body.type !== 'BlockStatement') return body;
  const last = body.body.at(-1);
  const isPlain = body.body
    .slice(0, -1)
    .every(({ type }) => type === 'VariableDeclaration' || type === 'ExpressionStatement');
  return isPlain && last?.type === 'ReturnStatement' ? (last.argument ?? undefined) : undefined;
}

function findConstant({ body }: Program, name: string): Node | undefined {
  for (const statement of body) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type === 'FunctionDeclaration' && declaration.id?.name === name) {
      return declaration;
    }
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
    const found = declaration.declarations.find(
      ({ id }) => id.type === 'Identifier' && id.name === name,
    );
    if (found !== undefined) return found.init ?? undefined;
  }
  return undefined;
}
