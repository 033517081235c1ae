import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { importsOf, type ModuleImport } from './imports.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Which of our packages each package may import, and whether it may import Node's modules. `typesOf` allows importing
 * only types.
 */
const PACKAGES: Record<string, { may: string[]; typesOf?: string[]; node: boolean }> = {
  'packages/contract': { may: [], node: false },
  'packages/analysis': { may: ['@svc/contract'], node: false },
  'packages/reporter-core': { may: ['@svc/contract'], node: true },
  'packages/vitest-reporter': {
    may: ['@svc/reporter-core', '@svc/contract'],
    node: true,
  },
  'packages/jest-reporter': {
    may: ['@svc/reporter-core', '@svc/contract'],
    node: true,
  },
  'packages/playwright-reporter': {
    may: ['@svc/reporter-core', '@svc/contract'],
    node: true,
  },
  'packages/formats': { may: ['@svc/contract'], node: false },
  'packages/reports': {
    may: ['@svc/analysis', '@svc/contract', '@svc/formats', '@svc/reporter-core'],
    node: true,
  },
  'packages/client': { may: ['@svc/contract'], typesOf: ['@svc/server'], node: false },
  'packages/cli': {
    may: [
      '@svc/analysis',
      '@svc/client',
      '@svc/contract',
      '@svc/formats',
      '@svc/reporter-core',
      '@svc/reports',
    ],
    node: true,
  },
  'apps/action': {
    may: [
      '@svc/analysis',
      '@svc/client',
      '@svc/contract',
      '@svc/formats',
      '@svc/reporter-core',
      '@svc/reports',
    ],
    node: true,
  },
  'apps/server': { may: ['@svc/contract', '@svc/analysis'], node: true },
  'apps/dashboard': {
    may: ['@svc/analysis', '@svc/client', '@svc/contract'],
    typesOf: ['@svc/server'],
    node: false,
  },
  'apps/seed': { may: ['@svc/contract', '@svc/server'], node: true },
  'apps/eval': { may: ['@svc/contract', '@svc/analysis'], node: true },
  'apps/bench': { may: ['@svc/analysis', '@svc/contract', '@svc/server', '@svc/seed'], node: true },
};

/** The parts of the contract without zod, which a reporter may load into its user's test process. */
const ZOD_FREE = 'packages/contract/src/zod-free';

/** The code that a reporter loads into its user's test process. */
const REPORTERS = [
  'packages/reporter-core/src',
  'packages/vitest-reporter/src',
  'packages/jest-reporter/src',
  'packages/playwright-reporter/src',
];

/**
 * The rooms of the server, from the one that composes the others down to the database: a folder each, and which other
 * rooms it may use, types included. A room may use only rooms below it, so that no two use each other.
 */
const ROOMS: [room: string, uses: string][] = [
  ['exports', 'admin analyses db executions ingest quotas rollups'],
  [
    'background',
    'analyses artifacts db executions gate http jobs lifetime people quotas rollups webhooks',
  ],
  [
    'api',
    'analyses audit-log compare executions failures figures gate http ingest jobs lifetime people projects tests webhooks',
  ],
  ['tests', 'analyses db history http'],
  ['ingest', 'artifacts db executions http limiters quotas rollups'],
  ['gate', 'analyses audit-log db executions history http'],
  ['figures', 'db history http'],
  ['failures', 'analyses db history http'],
  ['executions', 'analyses artifacts audit-log db history http lifetime rollups'],
  ['compare', 'analyses db history http limiters'],
  ['analyses', 'audit-log db history http limiters rollups'],
  [
    'admin',
    'artifacts audit-log backup db lifetime people process projects quotas rollups secrets webhooks',
  ],
  ['backup', 'db secrets storage'],
  ['webhooks', 'audit-log db http jobs limiters quotas secrets storage'],
  ['projects', 'audit-log db http lifetime rollups'],
  ['process', 'db people'],
  ['people', 'audit-log db http lifetime secrets'],
  ['lifetime', 'artifacts audit-log db http quotas rollups'],
  ['rollups', 'db history'],
  ['jobs', 'db'],
  ['history', 'db http'],
  ['artifacts', 'db http quotas secrets storage'],
  ['secrets', ''],
  ['quotas', 'audit-log db'],
  ['audit-log', 'db http'],
  ['http', 'db limiters'],
  ['db', 'limiters'],
  ['limiters', ''],
  ['storage', ''],
];

/** Files outside the rooms that every room may use. */
const GROUND = [
  'clock.ts',
  'config.ts',
  'deps.ts',
  'errors.ts',
  'make-folder.ts',
  'measurements.ts',
  'traces.ts',
  'principal.ts',
  'random.ts',
  'settings.ts',
];

/** The rooms of the CLI. `commands` has a room for each noun, with its commands, text, Markdown and tests. */
const CLI_ROOMS: typeof ROOMS = [
  ['commands', 'asking errors flags invocation terminal wording'],
  ['wording', 'asking errors terminal'],
  ['asking', 'errors flags invocation'],
  ['invocation', 'errors terminal'],
  ['flags', 'errors terminal'],
  ['terminal', 'errors'],
  ['errors', ''],
];

const CLI_GROUND = ['version.ts', 'world.ts'];

/** The nouns of the CLI, and which other nouns each one uses. */
const CLI_NOUNS: typeof ROOMS = [
  ['accounts', 'open'],
  ['api', ''],
  ['attention', ''],
  ['completion', ''],
  ['doctor', 'init upload'],
  ['failures', ''],
  ['flaky', 'tests'],
  ['help', ''],
  ['init', ''],
  ['keys', ''],
  ['mcp', 'analyze compare'],
  ['compare', ''],
  ['executions', ''],
  ['metrics', ''],
  ['open', ''],
  ['projects', ''],
  ['quarantine', ''],
  ['split', 'gate'],
  ['gate', ''],
  ['tests', ''],
  ['trends', ''],
  ['webhooks', ''],
  ['analyze', 'upload'],
  ['upload', ''],
];

/** The packages that have rooms: folder, table of rooms, and the files outside the rooms that every room may use. */
const HOUSES = [
  { house: 'the server', folder: 'apps/server/src', rooms: ROOMS, ground: GROUND },
  { house: 'the CLI', folder: 'packages/cli/src', rooms: CLI_ROOMS, ground: CLI_GROUND },
  {
    house: "the CLI's commands",
    folder: 'packages/cli/src/commands',
    rooms: CLI_NOUNS,
    ground: [] as string[],
  },
];

/**
 * The rooms that answer requests of an organization. The rest of these rooms works for all organizations, for none, or
 * for what belongs to a user.
 */
const ANSWERING =
  /^(?:audit-log|projects|ingest|tests|figures|failures|compare|executions\/(?!life-cycle\/)|gate\/(?!excusals\/)|analyses\/ci-analysis|webhooks\/(?:administration|notices)|artifacts\/transfer|lifetime\/settings|people\/(?:members|organizations|api-keys|whoami))\b/;

/** Files of these rooms that use connections other than their scope's, each with the reason. */
const ANSWERING_WITH_CONNECTIONS: Record<string, string> = {
  'ingest/ingest.service.ts':
    'creates missing partitions on the connections for DDL, outside of the upload',
};

/**
 * The server's files that parse JSON, each with what it parses. Bodies of requests are parsed only in the first two.
 */
const JSON_PARSERS: Record<string, string> = {
  'http/input/json-values.ts': 'bodies, after their values were counted',
  'http/pages/documentation.ts': 'a list of its own build',
  'ingest/body/split-results.ts': 'uploads in chunks, after their values were counted',
  'people/sessions/device-sign-ins.queries.ts': 'a row',
  'people/users/verifications.queries.ts': 'a row',
  'db/embedded/library-links.ts': 'a file of a package',
  'compare/failures.queries.ts': 'a row',
  'executions/execution-answers.ts': 'a row',
  'executions/view/execution-summary.ts': 'a row',
  'failures/failure-examples.queries.ts': 'a row',
  'people/sign-in/better-auth-handler.ts': "better-auth's answer",
  'api/rest.ts': 'an error that trpc-to-openapi answered',
  'http/input/cursor.ts': 'a query parameter, which the limit on headers bounds',
  'backup/manifest.ts': "a backup's manifest",
  'rollups/executions/derive.queries.ts': 'a row',
  'analyses/input/judged-failures.queries.ts': 'a row',
  'analyses/stored-analysis/packed-texts.ts': 'a row',
};

/** The names of Sequelize's models. */
const MODELS = sourceFiles('apps/server/src/db/models').flatMap(
  (file) => /^export class (\w+) extends Model\b/m.exec(read(file))?.[1] ?? [],
);

interface Import extends ModuleImport {
  /** The file that imports. */
  from: string;
}

it('allows only the planned imports between packages', () => {
  const forbidden = Object.entries(PACKAGES).flatMap(([folder, { may, typesOf = [], node }]) =>
    importsBelow(`${folder}/src`).filter(({ to, typeOnly }) => {
      if (to.startsWith('node:')) return !node;
      if (!to.startsWith('@svc/')) return false;
      const allowed = typeOnly ? [...may, ...typesOf] : may;
      return !allowed.some((name) => to === name || to.startsWith(`${name}/`));
    }),
  );
  expect(forbidden).toEqual([]);
});

it('lets reporters load nothing of the contract that needs zod, and no framework', () => {
  const zodFree = sourceFiles(ZOD_FREE);
  const loaded = REPORTERS.flatMap(importsBelow)
    .filter(({ typeOnly }) => !typeOnly)
    .filter(({ to }) => {
      const part = /^@svc\/contract\/(.+)$/.exec(to)?.[1];
      return part === undefined
        ? // A package.json is not code of the framework.
          /^(?:zod|vitest|jest|@jest|@playwright)(?:\/(?!package\.json$)|$)/.test(to)
        : !zodFree.includes(`packages/contract/src/${part}.ts`);
    });
  expect(loaded).toEqual([]);
});

it('lets the dashboard load nothing of the contract that needs zod', () => {
  const zodFree = sourceFiles(ZOD_FREE);
  const loaded = importsBelow('apps/dashboard/src')
    .filter(({ typeOnly }) => !typeOnly)
    .filter(({ to }) => {
      const part = /^@svc\/contract\/(.+)$/.exec(to)?.[1];
      return part === undefined
        ? to === 'zod'
        : !zodFree.includes(`packages/contract/src/${part}.ts`);
    });
  expect(loaded).toEqual([]);
});

it('keeps zod out of the folder that is named so', () => {
  const outside = importsBelow(ZOD_FREE).filter(({ to }) => to === 'zod' || to.startsWith('..'));
  expect(outside).toEqual([]);
});

it.each(HOUSES)(
  'lets a room of $house use only what its row names, and the ground',
  ({ folder, rooms, ground }) => {
    const uses = new Map(rooms.map(([room, used]) => [room, used.split(' ')]));
    const forbidden = importsInside(folder).filter(({ from, to }) => {
      const [mine = '', theirs = ''] = [from, to].map(roomOf);
      if (mine === theirs || !uses.has(mine)) return false;
      return uses.has(theirs) ? uses.get(mine)?.includes(theirs) !== true : !ground.includes(to);
    });
    expect(forbidden).toEqual([]);
  },
);

it.each(HOUSES)(
  'names every room of $house, above the rooms that it uses, and no use that is none',
  ({ folder, rooms }) => {
    const folders = new Set(
      sourceFiles(folder)
        .map((file) => file.slice(folder.length + 1))
        .filter((file) => file.includes('/'))
        .map(roomOf),
    );
    expect(rooms.map(([room]) => room).toSorted()).toEqual([...folders].toSorted());
    const imports = importsInside(folder).map(({ from, to }) => `${roomOf(from)} ${roomOf(to)}`);
    const wrong = rooms.flatMap(([room, used], row) =>
      used
        .split(' ')
        .filter(
          (other) =>
            other !== '' &&
            (!rooms.slice(row + 1).some(([lower]) => lower === other) ||
              !imports.includes(`${room} ${other}`)),
        )
        .map((other) => `${room} ${other}`),
    );
    expect(wrong).toEqual([]);
  },
);

function roomOf(path: string): string {
  return path.split('/', 1)[0] ?? '';
}

it('enters a capability of the server only by its face', () => {
  const around = importsInside('apps/server/src').filter(({ from, to }) => {
    const room = roomOf(to);
    const hasFace = existsSync(join(ROOT, 'apps/server/src', room, 'index.ts'));
    // The seed and the bench make rows as the rooms themselves do.
    return hasFace && ![room, 'exports'].includes(roomOf(from)) && to !== `${room}/index.ts`;
  });
  expect(around).toEqual([]);
});

it('lets what answers requests reach the database only through a scope', () => {
  const around = sourceFiles('apps/server/src')
    .map((file) => file.slice('apps/server/src/'.length))
    .filter((file) => ANSWERING.test(file))
    .filter((inside) => {
      const file = `apps/server/src/${inside}`;
      return (
        /\bdatabases?\b/.test(withoutComments(read(file))) ||
        readImports(file).some(({ to }) => to === 'sequelize' || to === 'pg')
      );
    });
  expect(around).toEqual(Object.keys(ANSWERING_WITH_CONNECTIONS));
});

it('runs statements of models only through their records, which bind the organization', () => {
  const elsewhere = sourceFiles('apps/server/src')
    .filter(
      (file) =>
        !/^apps\/server\/src\/db\/(?!models\/)|^apps\/server\/src\/db\/models\/records\.ts$/.test(
          file,
        ),
    )
    .filter((file) => {
      const code = withoutComments(read(file));
      return (
        code.includes('modelStatement') ||
        MODELS.some((model) => new RegExp(`\\b${model}\\s*\\.`).test(code))
      );
    });
  expect(MODELS.length).toBeGreaterThan(5);
  // A model's own file defines its columns.
  expect(elsewhere).toEqual(sourceFiles('apps/server/src/db/models').filter(isModelFile));
});

it('allows SQL only in queries files and in db/', () => {
  const elsewhere = sourceFiles('apps/server/src')
    .filter((file) => !/\.queries\.ts$|^apps\/server\/src\/db\//.test(file))
    .filter((file) => /`\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\s/.test(read(file)));
  expect(elsewhere).toEqual([]);
});

it('parses bodies of requests only where their values are counted', () => {
  const parsing =
    /\bJSON\s*\.\s*parse\b|\bJSON\s*\[|\b(?:json|formData)\(\)|secure-json-parse|stream\/consumers/;
  expect(filesUsing(parsing).toSorted()).toEqual(Object.keys(JSON_PARSERS).toSorted());
  // Fastify's own parser, and those of plugins, are set in one place.
  expect(filesUsing(/\bgetDefaultJsonParser\b/)).toEqual(['http/bodies/json-body.ts']);
  const parsers = /\baddContentTypeParser\b|\bfastifyTRPCPlugin\(/;
  expect(filesUsing(parsers).toSorted()).toEqual([
    'analyses/ci-analysis/ci-analysis.rest.ts',
    'api/trpc-scope.ts',
    'artifacts/transfer/artifacts.rest.ts',
    'http/bodies/json-body.ts',
    'ingest/ingest-routes.ts',
    'people/sign-in/auth-routes.ts',
  ]);
});

it('adds entries to the audit log in one place, and removes them only with their organization', () => {
  expect(filesUsing(/(?:UPDATE|DELETE FROM|INSERT INTO|TRUNCATE) audit_log\b/)).toEqual([
    'lifetime/erasure/organizations.queries.ts',
  ]);
  expect(filesUsing(/\bAuditEntry\b.*models\/audit-entry\.ts/)).toEqual([
    'audit-log/record-audit-entry.ts',
  ]);
});

it('allows advisory locks only in db/locks.ts', () => {
  const elsewhere = sourceFiles('apps/*/src')
    .filter((file) => file !== 'apps/server/src/db/locks.ts')
    .filter((file) =>
      /advisory_(?:xact_|un)?lock|hashtextextended|\b7_?382_?\d{3}\b/.test(read(file)),
    );
  expect(elsewhere).toEqual([]);
});

it('writes which runs count and which executions speak only in db/conditions/', () => {
  const written = [
    /\bcan_speak\b/,
    /\('skipped', 'interrupted'\)|\('interrupted', 'skipped'\)|\('passed', 'failed', 'timedOut'\)/,
    /NOT (?:bool_or\((?:\w+\.)?status = 'interrupted'\)|interrupted\b)/,
  ];
  const elsewhere = sourceFiles('apps/server/src')
    .filter((file) => !/^apps\/server\/src\/db\/(?:conditions|migrations)\//.test(file))
    .filter((file) => written.some((condition) => condition.test(read(file))));
  expect(elsewhere).toEqual([]);
});

it('allows reading the clock, randomness and the environment only in one place each', () => {
  const allowed: [RegExp, RegExp][] = [
    [/\bprocess\.env\b/, /^(?:main|admin\/with-store)\.ts$/],
    [/\bDate\.now\(|\bnew Date\(\)/, /^clock\.ts$/],
    [/\bMath\.random\(/, /^random\.ts$/],
  ];
  const elsewhere = allowed.flatMap(([use, where]) =>
    sourceFiles('apps/server/src')
      .filter((file) => use.test(read(file)))
      .filter((file) => !where.test(file.slice('apps/server/src/'.length))),
  );
  expect(elsewhere).toEqual([]);
});

/** The server's files whose code has this. */
function filesUsing(use: RegExp): string[] {
  return sourceFiles('apps/server/src')
    .filter((file) => use.test(withoutComments(read(file))))
    .map((file) => file.slice('apps/server/src/'.length));
}

function isModelFile(file: string): boolean {
  return /^export class \w+ extends Model\b/m.test(read(file));
}

/** The imports of files below a folder by files below it, with the paths in it. */
function importsInside(folder: string): Import[] {
  return importsBelow(folder)
    .filter(({ to }) => to.startsWith('.'))
    .map(({ from, to, typeOnly }) => {
      const inside = from.slice(folder.length + 1);
      return { from: inside, to: normalize(join(dirname(inside), to)), typeOnly };
    })
    .filter(({ to }) => !to.startsWith('..'));
}

function importsBelow(folder: string): Import[] {
  return sourceFiles(folder).flatMap((from) =>
    readImports(from).map((found) => ({ from, ...found })),
  );
}

const importsByFile = new Map<string, ModuleImport[]>();

/** Parses each file once, because several rules read the same files. */
function readImports(file: string): ModuleImport[] {
  const imports = importsByFile.get(file) ?? importsOf(read(file), file);
  importsByFile.set(file, imports);
  return imports;
}

function sourceFiles(folder: string): string[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
}

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

it('uses each library of docs/project/architecture.md where the page says', () => {
  const rows = [
    ...read('docs/project/architecture.md').matchAll(/^\| `([^`]+)` +\| `([^`]+)` +\|/gm),
  ];
  const libraries = rows.filter(([, name = '']) => !/^(?:apps|packages|examples)\//.test(name));
  expect(libraries.length).toBeGreaterThan(10);
  const unused = libraries.filter(
    ([, name, folder = '']) =>
      !importsBelow(folder).some(({ to }) => to === name || to.startsWith(`${name}/`)),
  );
  expect(unused.map(([row]) => row)).toEqual([]);
});
