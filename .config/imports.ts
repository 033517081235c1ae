import { parseSync } from 'vite';

export interface ModuleImport {
  /** The specifier as written: `./store.ts`, `node:fs`, `@svc/contract/executions/ingest`. */
  to: string;
  /** Nothing is loaded at run time. */
  typeOnly: boolean;
}

/**
 * Every module that the code names, in the order of the code: by `import` and `export … from`, `import('…')` as an
 * expression and as a type, `require`, `createRequire`, `process.getBuiltinModule`, and the functions of `vi` and
 * `jest` that load or replace a module. Does not see specifiers that the code computes.
 * The end of `name` says whether the code may have JSX.
 * @throws Error for a text that is not TypeScript.
 */
export function importsOf(code: string, name = 'code.ts'): ModuleImport[] {
  const { program, errors } = parseSync(name, code);
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  const nodes = descendantsOf(program);
  const requires = new Set(['require', ...nodes.flatMap(requireName)]);
  return nodes.flatMap((node) => importOf(node, requires) ?? []);
}

/** A node of ESTree, with the extensions for TypeScript. */
interface Node {
  type: string;
  [field: string]: unknown;
}

function descendantsOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(descendantsOf);
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(descendantsOf);
  return isNode(value) ? [value, ...below] : below;
}

function importOf(node: Node, requires: ReadonlySet<string>): ModuleImport | null {
  switch (node.type) {
    case 'ImportDeclaration':
      return named(node['source'], node['importKind'] === 'type');
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return named(node['source'], node['exportKind'] === 'type');
    case 'TSImportEqualsDeclaration':
      return named(fieldOf(node['moduleReference'], 'expression'), node['importKind'] === 'type');
    case 'TSImportType':
      return named(node['source'], true);
    case 'ImportExpression':
      return named(node['source'], false);
    case 'CallExpression':
      return loadsModule(node['callee'], requires)
        ? named(fieldOf(node['arguments'], 0), false)
        : null;
    default:
      return null;
  }
}

/** Null for a specifier that is no constant. */
function named(specifier: unknown, typeOnly: boolean): ModuleImport | null {
  const text = fieldOf(specifier, 'value') ?? constantTemplate(specifier);
  return typeof text === 'string' ? { to: text, typeOnly } : null;
}

function constantTemplate(template: unknown): unknown {
  const quasis = fieldOf(template, 'quasis');
  if (!Array.isArray(quasis) || quasis.length !== 1) return undefined;
  return fieldOf(fieldOf(quasis[0], 'value'), 'cooked');
}

const LOADING_METHODS = new Map([
  ['process', /^getBuiltinModule$/],
  ['vi', /^(?:importActual|importMock|(?:do)?(?:un)?mock)$/i],
  ['jest', /^(?:requireActual|requireMock|(?:do|set)?(?:un)?mock|createMockFromModule)$/i],
]);

function loadsModule(callee: unknown, requires: ReadonlySet<string>): boolean {
  const name = fieldOf(callee, 'name');
  if (typeof name === 'string') return requires.has(name);
  if (isCallOf(callee, 'createRequire')) return true;
  const object = fieldOf(fieldOf(callee, 'object'), 'name');
  const method = fieldOf(fieldOf(callee, 'property'), 'name');
  if (typeof object !== 'string' || typeof method !== 'string') return false;
  if (requires.has(object)) return method === 'resolve';
  return LOADING_METHODS.get(object)?.test(method) === true;
}

/** The name of a constant that holds what `createRequire` returned. */
function requireName({ type, id, init }: Node): string[] {
  const name = fieldOf(id, 'name');
  const isRequire = type === 'VariableDeclarator' && isCallOf(init, 'createRequire');
  return isRequire && typeof name === 'string' ? [name] : [];
}

function isCallOf(node: unknown, name: string): boolean {
  return (
    fieldOf(node, 'type') === 'CallExpression' && fieldOf(fieldOf(node, 'callee'), 'name') === name
  );
}

function isNode(value: object): value is Node {
  return 'type' in value && typeof value.type === 'string';
}

function fieldOf(value: unknown, field: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Record<string | number, unknown>)[field];
}
