import type { ReadFailure } from '../read-failure.ts';

/** Names of frameworks identify the source of a failure, not its class. */
const NAMES = new Set(
  (
    'playwright vitest jest mocha chai jasmine karma cypress pytest unittest junit testng surefire rspec minitest cargo ' +
    'golang capybara gradle maven puppeteer selenium webdriver webdriverio protractor nightwatch testcafe ava tape bun deno ' +
    'node python java ruby rust typescript javascript github actions gitlab circleci travis jenkins azure flaky flake flakiness intermittent intermittently infra healable bug'
  ).split(' '),
);

const CHARACTERS = 24_576;

/**
 * The words of a failure's texts, in small letters, each once. Words of paths and of stacks identify a project, and are
 * left out.
 */
export function collectWords({ message, log }: ReadFailure): Set<string> {
  const text = (message.trim() === '' ? log : message).slice(0, CHARACTERS).replaceAll(PATHS, ' ');
  const words = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    for (const part of word.split(BORDER)) {
      const small = part.toLowerCase();
      if (small.length >= 3 && !NAMES.has(small)) words.add(small);
    }
  }
  return words;
}

const PATHS = /[\w.@-]{0,200}\/[\w./@-]{1,400}/g;
const WORD = /[A-Za-z]{3,40}/g;
const BORDER = /(?<=[a-z])(?=[A-Z])/;
