import type { Tx } from '#api/platform/db/database.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { PartReport } from './changes.ts';
import type { Setup } from './setup-schema.ts';

export interface SetupOptions {
  /** Whether the file may add a brand or an organisation to an installation that has others. */
  adds: boolean;
  /** Whether the operator and the administrator get new links, if they have no password. */
  renewsLinks: boolean;
}

/** What carrying out a setup needs, and what it has done so far. */
export interface SetupContext {
  tx: Tx;
  mails: MailDependencies;
  setup: Setup;
  options: SetupOptions;
  report: SetupReport;
}

/** A link for setting a password, and who it is for. */
export interface IssuedLink {
  /** The person's role: operator or administrator. */
  role: string;
  email: string;
  link: string;
  validDays: number;
}

export interface SetupReport {
  parts: PartReport[];
  /** Links that were issued. They are mailed too. */
  links: IssuedLink[];
  /** The lines about the import of the product file. */
  products: string[];
  /** Of the organisation that the setup is about; 0 until it is known. */
  organisationId: number;
}
