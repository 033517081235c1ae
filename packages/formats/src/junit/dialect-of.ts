import { bun } from './dialects/bun.ts';
import { ctest } from './dialects/ctest.ts';
import { dotnet } from './dialects/dotnet.ts';
import { go } from './dialects/go.ts';
import { java } from './dialects/java.ts';
import { jest } from './dialects/jest.ts';
import { mocha } from './dialects/mocha.ts';
import { nextest } from './dialects/nextest.ts';
import { nodeTest } from './dialects/node-test.ts';
import { other } from './dialects/other.ts';
import { phpunit } from './dialects/phpunit.ts';
import { playwright } from './dialects/playwright.ts';
import { pytest } from './dialects/pytest.ts';
import { vitest } from './dialects/vitest.ts';
import type { JunitCase, JunitDialect } from './junit-dialect.ts';

/** Recognizes the tool by the first test case. */
export function detectDialect(testcase: JunitCase): JunitDialect {
  return DIALECTS.find((dialect) => dialect.isSpoken(testcase)) ?? other;
}

// Dialects that name themselves come before those recognized by their form.
const DIALECTS = [
  vitest,
  jest,
  mocha,
  pytest,
  bun,
  nextest,
  playwright,
  go,
  phpunit,
  dotnet,
  ctest,
  nodeTest,
  java,
];
