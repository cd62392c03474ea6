import { afterAll, beforeAll } from 'vitest';
import { type DatabaseHandle, openDatabase } from '#api/platform/db/database.ts';
import type { MailJobsHarness } from '#api/testing/mail-jobs-harness.ts';
import { useMailJobs } from '#api/testing/use-portal.ts';
import { createE2ePortal, type E2ePortal } from './portal.ts';

export interface Pages {
  portal: E2ePortal;
  /** The portal's database, for what a story must arrange or look up behind the screens. */
  database: DatabaseHandle;
}

/**
 * A portal with a browser for the stories of one file, opened before the first and closed after the last. `environment` is
 * further configuration of the server.
 */
export function usePages(environment: () => Record<string, string> = () => ({})): Pages {
  const portal = {} as E2ePortal;
  const database = {} as DatabaseHandle;
  beforeAll(async () => {
    Object.assign(portal, await createE2ePortal(environment()));
    Object.assign(database, openDatabase(portal.databaseUrl));
  });
  afterAll(async () => {
    await database.close?.();
    await portal.close?.();
  });
  return { portal, database };
}

/** The same, with the portal's mail jobs. */
export function usePagesWithMail(): Pages & { mailJobs: MailJobsHarness } {
  const pages = usePages();
  const mailJobs = useMailJobs({
    get db() {
      return pages.database.db;
    },
    get url() {
      return pages.portal.databaseUrl;
    },
  });
  return { ...pages, mailJobs };
}
