import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { createFaultPlugins } from './api/testing/source-faults/source-faults.ts';
import { LongestFirst } from './tools/longest-first.ts';

// On CI what fails is tried once more, and the report says so ("retry x1"): a hiccup of the machine must not hold up a change,
// and a fault fails twice.
const retry = process.env.CI ? 1 : 0;

const UNIT_TESTS = ['{contract,api,brands,demo,web,garments,lettering,body,tools,bench}/**/*.test.ts', '*.test.ts'];

/**
 * A file that replaces a module needs a process in which the module has not been loaded yet. One that replaces a global, the environment or the
 * timers would leave it replaced for the files after it.
 */
const findIsolated = (pattern: string | string[], calls: RegExp) =>
  globSync(pattern, { cwd: import.meta.dirname }).filter((file) =>
    calls.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );

const ISOLATED_TESTS = findIsolated(UNIT_TESTS, /\bvi\.(mock|doMock|resetModules|stubGlobal|stubEnv|useFakeTimers)\(/);
const ISOLATED_PAGES = findIsolated('web/**/*.test.tsx', /\bvi\.(mock|doMock|resetModules)\(/);

/** Components and pages in a document without layout, on replies that the tests make up; see `renderPage`. */
const pages = {
  retry,
  environment: 'happy-dom' as const,
  // Dialogs open and close at once, as for people who want less motion.
  environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' as const } } } },
  setupFiles: ['web/testing/setup.ts'],
  testTimeout: 30_000,
  restoreMocks: true,
};

export default defineConfig({
  test: {
    // Four workers, on larger machines too: the tests must pass, and take as long, on two cores. A worker waits for PostgreSQL, a browser or a
    // timer for a good part of its time: three leave a third of two cores idle.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // What a passing test prints is of no interest.
    silent: 'passed-only',
    // Once for all projects, which therefore do not extend this configuration.
    globalSetup: ['api/testing/global-setup.ts'],
    projects: [
      {
        plugins: createFaultPlugins(import.meta.dirname),
        test: {
          name: 'unit',
          retry,
          include: UNIT_TESTS,
          exclude: ISOLATED_TESTS,
          // The files that a worker runs one after another share its modules: loading the server anew costs more than most tests.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 30_000,
          restoreMocks: true,
        },
      },
      {
        plugins: createFaultPlugins(import.meta.dirname),
        test: {
          name: 'isolated',
          retry,
          include: ISOLATED_TESTS,
          testTimeout: 30_000,
          hookTimeout: 30_000,
          restoreMocks: true,
        },
      },
      { test: { ...pages, name: 'pages', include: ['web/**/*.test.tsx'], exclude: ISOLATED_PAGES, isolate: false } },
      { test: { ...pages, name: 'isolated pages', include: ISOLATED_PAGES } },
      {
        test: {
          name: 'stories',
          retry,
          include: ['e2e/**/*.e2e.ts'],
          isolate: false,
          // Each step takes longer in the browsers of `npm run check:browsers`.
          testTimeout: process.env.STORIES_BROWSER ? 400_000 : 120_000,
          hookTimeout: process.env.STORIES_BROWSER ? 120_000 : 60_000,
          // As long as the browser's own waits; see `openPage`.
          expect: { poll: { timeout: 20_000 } },
          // After the other tests, whose time limits are narrower.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
