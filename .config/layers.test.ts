import { globSync, readFileSync } from 'node:fs';
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

/** Which files the files of a server folder may import, by path below src. The first matching entry applies. */
const SERVER_ROOMS: { room: RegExp; may: RegExp }[] = [
  { room: /^(?:main|admin)\.ts$|^(?:admin|exports)\/|^process\/bootstrap\.ts$/, may: /./ },
  { room: /^app\.ts$/, may: /^(?:http\/|features\/[^/]+\/[^/]+\.rest\.ts$|deps\.ts$)/ },
  {
    room: /^trpc\/(?:router|overview)\.ts$/,
    may: /^(?:trpc|input\/|features\/[^/]+\/[^/]+\.router\.ts$)/,
  },
  {
    room: /^(?:http|trpc)\//,
    may: /^(?:http|trpc|accounts|input|admission)\/|^jobs\/backlog\.queries\.ts$|^people\/registration\.ts$|^features\/[^/]+\/[^/]+\.rest\.ts$|^(?:db\/connections\/database|db\/scope|deps|errors)\.ts$/,
  },
  {
    room: /^features\/.*\.(?:router|rest)\.ts$/,
    may: /^(?:features|http|trpc|input|artifacts|admission)\/|^(?:db\/scope|deps|errors)\.ts$/,
  },
  {
    room: /^features\//,
    may: /^(?:features|input|db|models|storage|artifacts|accounts|audit|admission|erasure|history|execution-life-cycle|quotas|retention|rollups|people|mail|quarantine|verdicts|webhooks|secrets)\/|^(?:deps|errors)\.ts$/,
  },
  {
    room: /^quarantine\//,
    may: /^(?:quarantine|audit|history|models|db)\/|^deps\.ts$/,
  },
  { room: /^verdicts\//, may: /^(?:verdicts|history|outbox|db)\/|^deps\.ts$/ },
  {
    room: /^execution-life-cycle\//,
    may: /^(?:execution-life-cycle|rollups|history|outbox|db)\/|^(?:deps|errors)\.ts$/,
  },
  {
    room: /^history\//,
    may: /^(?:history|input|db|accounts\/key-bounds)\/|^(?:deps|errors)\.ts$/,
  },
  { room: /^rollups\//, may: /^(?:rollups|history|outbox|db)\/|^(?:deps|errors)\.ts$/ },
  { room: /^audit\//, may: /^(?:audit|models|accounts|db)\/|^deps\.ts$/ },
  { room: /^outbox\//, may: /^(?:outbox|db)\// },
  { room: /^secrets\//, may: /^(?:secrets|db)\/|^config\.ts$/ },
  {
    room: /^webhooks\//,
    may: /^(?:webhooks|outbox|secrets|audit|models|db)\/|^(?:config|deps|errors)\.ts$/,
  },
  { room: /^models\//, may: /^models\/|^db\/statements\.ts$/ },
  { room: /^db\/scope\.ts$/, may: /^(?:db\/statements|accounts\/principal)\.ts$/ },
  { room: /^db\//, may: /^db\/|^(?:config|deps|errors)\.ts$/ },
  { room: /^storage\//, may: /^storage\/|^(?:config|errors)\.ts$/ },
  {
    room: /^quotas\//,
    may: /^(?:quotas|audit|models|db)\/|^(?:deps|errors|size-text)\.ts$/,
  },
  {
    room: /^artifacts\//,
    may: /^(?:artifacts|quotas|secrets|storage|db)\/|^(?:config|deps|errors)\.ts$/,
  },
  {
    room: /^retention\//,
    may: /^(?:retention|artifacts|audit|quotas|rollups|models|db)\/|^(?:deps|errors)\.ts$/,
  },
  {
    room: /^erasure\//,
    may: /^(?:erasure|artifacts|audit|quotas|rollups|models|db)\/|^deps\.ts$/,
  },
  {
    room: /^jobs\//,
    may: /^(?:jobs|db|accounts|artifacts|erasure|mail|execution-life-cycle|outbox|quarantine|quotas|rollups|retention|verdicts|webhooks)\/|^http\/limits\/rate-limit\.queries\.ts$|^(?:deps|measurements|size-text)\.ts$/,
  },
  { room: /^accounts\//, may: /^(?:accounts|secrets|db)\/|^(?:deps|errors)\.ts$/ },
  {
    room: /^people\//,
    may: /^(?:people|accounts|audit|mail|models|db)\/|^(?:deps|errors)\.ts$/,
  },
  { room: /^mail\//, may: /^(?:mail|accounts|db)\/|^(?:config|deps)\.ts$/ },
  { room: /^admission\//, may: /^admission\/|^(?:config|errors)\.ts$/ },
  { room: /^process\//, may: /^(?:process|storage|secrets)\/|^(?:config|deps|errors)\.ts$/ },
  { room: /^input\//, may: /^input\/|^errors\.ts$/ },
  {
    room: /./,
    may: /^(?:config|deps|errors|measurements)\.ts$|^db\/connections\/databases?\.ts$|^storage\/(?:storage|disk-reserve)\.ts$|^admission\/gates\.ts$|^secrets\/keyring\.ts$/,
  },
];

/** The files of features that use connections beside their scope, each with the reason. */
const FEATURES_WITH_CONNECTIONS: Record<string, string> = {
  'features/ingest/ingest.service.ts':
    'creates missing partitions on the connections for DDL, outside of the upload',
};

/**
 * The server's files that parse JSON, each with what it parses. Bodies of requests are parsed only in the first two.
 */
const JSON_PARSERS: Record<string, string> = {
  'input/json-values.ts': 'bodies, after their values were counted',
  'features/ingest/body/split-results.ts': 'uploads in chunks, after their values were counted',
  'accounts/sessions/device-sign-ins.queries.ts': 'a row',
  'accounts/users/verifications.queries.ts': 'a row',
  'db/embedded/library-links.ts': 'a file of a package',
  'features/compare/failures.queries.ts': 'a row',
  'features/executions/execution-answers.ts': 'a row',
  'features/executions/view/execution-summary.ts': 'a row',
  'features/failures/failure-examples.queries.ts': 'a row',
  'features/ingest/execution/execution-rows.queries.ts': 'a row, as it was written',
  'http/authentication/better-auth-handler.ts': "better-auth's answer",
  'http/rest.ts': 'an error that trpc-to-openapi answered',
  'input/cursor.ts': 'a query parameter, which the limit on headers bounds',
  'rollups/executions/derive.queries.ts': 'a row',
  'verdicts/input/judged-failures.queries.ts': 'a row',
  'verdicts/stored-analysis/packed-texts.ts': 'a row',
};

/** The names of Sequelize's models. */
const MODELS = sourceFiles('apps/server/src/models').flatMap(
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
        ? // A package.json is no code of the framework.
          /^(?:zod|vitest|jest|@jest|@playwright)(?:\/(?!package\.json$)|$)/.test(to)
        : !zodFree.includes(`${ZOD_FREE}/${part}.ts`);
    });
  expect(loaded).toEqual([]);
});

it('lets the dashboard load nothing of the contract that needs zod', () => {
  const zodFree = sourceFiles(ZOD_FREE);
  const loaded = importsBelow('apps/dashboard/src')
    .filter(({ typeOnly }) => !typeOnly)
    .filter(({ to }) => {
      const part = /^@svc\/contract\/(.+)$/.exec(to)?.[1];
      return part === undefined ? to === 'zod' : !zodFree.includes(`${ZOD_FREE}/${part}.ts`);
    });
  expect(loaded).toEqual([]);
});

it('keeps zod out of the folder that is named so', () => {
  const outside = importsBelow(ZOD_FREE).filter(({ to }) => to === 'zod' || to.startsWith('..'));
  expect(outside).toEqual([]);
});

it('allows only the planned imports between folders of the server', () => {
  const forbidden = serverImports().filter(({ from, to }) => {
    const rule = SERVER_ROOMS.find(({ room }) => room.test(from));
    return rule !== undefined && !rule.may.test(to);
  });
  expect(forbidden).toEqual([]);
});

it('forbids imports between features', () => {
  const acquainted = serverImports().filter(({ from, to }) => {
    const [mine, theirs] = [from, to].map((path) => /^features\/([^/]+)\//.exec(path)?.[1]);
    return mine !== undefined && theirs !== undefined && mine !== theirs;
  });
  expect(acquainted).toEqual([]);
});

it('lets features reach the database only through a scope', () => {
  const around = sourceFiles('apps/server/src/features')
    .filter(
      (file) =>
        /\bdatabases?\b/.test(withoutComments(read(file))) ||
        readImports(file).some(({ to }) => to === 'sequelize' || to === 'pg'),
    )
    .map((file) => file.slice('apps/server/src/'.length));
  expect(around).toEqual(Object.keys(FEATURES_WITH_CONNECTIONS));
});

it('runs statements of models only through their records, which bind the organization', () => {
  const elsewhere = sourceFiles('apps/server/src')
    .filter((file) => !/^apps\/server\/src\/(?:db\/|models\/records\.ts$)/.test(file))
    .filter((file) => {
      const code = withoutComments(read(file));
      return (
        code.includes('modelStatement') ||
        MODELS.some((model) => new RegExp(`\\b${model}\\s*\\.`).test(code))
      );
    });
  // A model's own file defines its columns.
  expect(elsewhere).toEqual(sourceFiles('apps/server/src/models').filter(isModelFile));
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
    'features/artifacts/artifacts.rest.ts',
    'features/ci-analysis/ci-analysis.rest.ts',
    'features/ingest/ingest.rest.ts',
    'http/authentication/auth-routes.ts',
    'http/bodies/json-body.ts',
    'http/trpc-scope.ts',
  ]);
});

it('adds entries to the audit log in one place, and removes them only with their organization', () => {
  expect(filesUsing(/(?:UPDATE|DELETE FROM|INSERT INTO|TRUNCATE) audit_log\b/)).toEqual([
    'erasure/organizations.queries.ts',
  ]);
  expect(filesUsing(/\bAuditEntry\b.*models\/audit-entry\.ts/)).toEqual([
    'audit/record-audit-entry.ts',
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
    [/\bDate\.now\(|\bnew Date\(\)/, /^deps\.ts$|^db\/store\.ts$/],
    [/\bMath\.random\(/, /^deps\.ts$/],
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

function serverImports(): Import[] {
  return importsBelow('apps/server/src')
    .filter(({ to }) => to.startsWith('.'))
    .map(({ from, to, typeOnly }) => {
      const inside = from.slice('apps/server/src/'.length);
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
