import { defineConfig } from 'vitest/config';

// On CI what fails is tried once more, and the report says so ("retry x1"): a hiccup of the machine must not hold up a change,
// and a fault fails twice.
const retry = process.env.CI ? 1 : 0;

export default defineConfig({
  test: {
    // Two workers even on larger machines: the tests must pass, and take as long, on two cores.
    maxWorkers: 2,
    // What a passing test prints is of no interest.
    silent: 'passed-only',
    // Once for all projects, which therefore do not extend this configuration.
    globalSetup: ['api/testing/global-setup.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          retry,
          include: ['{contract,api,brands,demo,web,garments,body,tools,bench}/**/*.test.{ts,tsx}', '*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          restoreMocks: true,
        },
      },
      {
        test: {
          name: 'stories',
          retry,
          include: ['e2e/**/*.e2e.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // One browser at a time, after the other tests: a core is the browser's and the other one the server's.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
