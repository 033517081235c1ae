import { spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importsOf } from '../../imports.ts';
import { FOREIGN_PACKAGES, ROOT, type Snippet } from './find-snippets.ts';

/** Where a snippet may have its packages from: any package of this repository. */
const FOLDERS = ['.', ...globSync('{apps,packages,examples}/*', { cwd: ROOT })];

/**
 * What the TypeScript compiler finds in the snippets, as `page:line: message`. One program checks all of them, with the
 * packages of this repository from their source.
 */
export function findTypeErrors(snippets: readonly Snippet[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'svc-snippets-'));
  try {
    const files = snippets.map((snippet, index) => {
      const file = `snippet-${index}.${extensionOf(snippet)}`;
      writeFileSync(join(folder, file), snippet.text);
      for (const { to } of importsOf(snippet.text)) linkPackage(folder, to);
      return file;
    });
    if (snippets.some(({ text }) => text.includes("import('jest')"))) linkPackage(folder, 'jest');
    linkPackage(folder, '@types/node');
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    // Without types, whatever is imported from them is `any`.
    const foreign = FOREIGN_PACKAGES.map((name) => `declare module '${name}';\n`).join('');
    writeFileSync(join(folder, 'foreign.d.ts'), foreign);
    const program = describeProgram(['foreign.d.ts', ...files]);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(program));
    const { stdout } = spawnSync(process.execPath, [TSC, '--pretty', 'false', '-p', folder], {
      cwd: folder,
      encoding: 'utf8',
    });
    return stdout.split('\n').flatMap((line) => nameThePage(line, snippets));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

function extensionOf({ language, text }: Snippet): string {
  if (language === 'ts') return 'ts';
  return text.includes('module.exports') ? 'cjs' : 'js';
}

/** Makes a package that one of ours depends on, or one of ours, importable in the folder. */
function linkPackage(folder: string, specifier: string): void {
  const [first = '', second = ''] = specifier.split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  const link = join(folder, 'node_modules', name);
  const own = name.startsWith('@svc/') ? join(ROOT, 'packages', second) : undefined;
  const target = [own, ...FOLDERS.map((one) => join(ROOT, one, 'node_modules', name))].find(
    (one) => one !== undefined && existsSync(one),
  );
  if (target === undefined || existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(target, link);
}

function describeProgram(files: string[]): object {
  return {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: {
      allowJs: true,
      checkJs: true,
      // `linkPackage` puts it here; the root of types is otherwise that of the extended file.
      typeRoots: ['./node_modules/@types'],
      // `declare module` in a file of its own is a shim only if the file is a script.
      moduleDetection: 'auto',
      incremental: false,
      tsBuildInfoFile: null,
      // A snippet may declare what only its reader uses.
      noUnusedLocals: false,
    },
    files,
  };
}

function nameThePage(output: string, snippets: readonly Snippet[]): string[] {
  if (output === '' || output.startsWith(' ')) return [];
  const [, index, line, message] = /^snippet-(\d+)\.\w+\((\d+),\d+\): (.+)$/.exec(output) ?? [];
  const snippet = snippets[Number(index)];
  return [
    snippet === undefined
      ? output
      : `${snippet.page}:${snippet.line + Number(line) - 1}: ${message}`,
  ];
}
