import type { ReplyOf } from '#contract/index.ts';

export type ManagedLogo = ReplyOf<'GET /api/customisationlogos'>['logos'][number];

/** How someone keeps the logos of an organisation: an administrator of it, or an operator of the supplier. */
export interface LogoKeeper {
  add: (file: File) => Promise<unknown>;
  rename: (id: number, change: { name: string; version: number }) => Promise<unknown>;
  archive: (id: number) => Promise<unknown>;
  restore: (id: number) => Promise<unknown>;
  /** Reads the list again. */
  refresh: () => Promise<unknown>;
}
