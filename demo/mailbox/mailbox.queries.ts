import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { type MailRow, type RawMail, toMailRow } from '#api/platform/mail/outbox.queries.ts';
import { demoLogins, demoOperator } from '../demo-logins.ts';

/** A mail as the local mailbox shows it. */
export interface StoredMail extends MailRow {
  sentAt: Date | null;
}

const storedColumns = sql`id, brand_id, recipient, template, data, sealed, created_at, sent_at`;
const toStoredMail = (row: RawMail & { sent_at: Date | null }): StoredMail => ({ ...toMailRow(row), sentAt: row.sent_at });

/** The newest mails of a brand whose recipients contain `recipient`. */
export async function listStoredMail(db: Db, brandId: number, recipient: string, limit: number): Promise<StoredMail[]> {
  const pattern = `%${recipient.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<RawMail & { sent_at: Date | null }>`
    select ${storedColumns} from mail_outbox where brand_id = ${brandId} and lower(recipient) like ${pattern}
    order by created_at desc, id limit ${limit}`.execute(db);
  return rows.map(toStoredMail);
}

/** A mail of a brand; undefined for any other. */
export async function findStoredMail(db: Db, brandId: number, mailId: string): Promise<StoredMail | undefined> {
  const { rows } = await sql<RawMail & { sent_at: Date | null }>`
    select ${storedColumns} from mail_outbox where brand_id = ${brandId} and id = ${mailId}`.execute(db);
  return rows[0] && toStoredMail(rows[0]);
}

/** Whether the database contains the people of the demonstration, whose password is public. */
export async function hasDemoPeople(db: Db): Promise<boolean> {
  const emails = demoLogins.map(({ email }) => email);
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select from customer where email = any(${emails})) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** The operator of the demonstration. */
export interface DemoOperator {
  id: number;
  /** The sealed secret of the authenticator app, and the time step of the latest code accepted; null without an app. */
  sealedSecret: Buffer | null;
  lastStep: number | null;
}

/** The operator of the demonstration; undefined when there is none, or they cannot log in. */
export async function findDemoOperator(db: Db): Promise<DemoOperator | undefined> {
  const { rows } = await sql<DemoOperator>`
    select o.id, f.sealed_secret as "sealedSecret", f.last_step as "lastStep"
    from operator o left join operator_second_factor f on f.operator_id = o.id
    where o.email = ${demoOperator.email} and o.disabled_at is null`.execute(db);
  return rows[0];
}
