import { afterAll, beforeAll } from 'vitest';
import type { Db } from '#api/platform/db/database.ts';
import { createMailJobsHarness, type MailJobsHarness } from './mail-jobs-harness.ts';
import { createTestPortal, type TestPortal, type TestPortalOptions } from './portal.ts';

/**
 * A test portal for the tests of one file, created before the first and closed after the last. Call it at the top of the file;
 * the portal can be used in the hooks below it and in tests. Options that depend on an earlier hook are given as a function.
 */
export function usePortal(options: TestPortalOptions | (() => TestPortalOptions) = {}): TestPortal {
  const portal = {} as TestPortal;
  beforeAll(async () => {
    Object.assign(portal, await createTestPortal(typeof options === 'function' ? options() : options));
  });
  afterAll(() => portal.close?.());
  return portal;
}

/** The mail jobs of a test portal, for the tests of one file. */
export function useMailJobs(portal: { db: Db; url: string }): MailJobsHarness {
  const mailJobs = {} as MailJobsHarness;
  beforeAll(async () => {
    Object.assign(mailJobs, await createMailJobsHarness(portal));
  });
  afterAll(() => mailJobs.close?.());
  return mailJobs;
}
