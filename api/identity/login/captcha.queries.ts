import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { FailureKey } from './failed-logins.queries.ts';

/** Uses up a captcha response; false when any process has used it before. */
export async function consumeCaptcha(db: Db, hash: Buffer): Promise<boolean> {
  const { rows } =
    await sql`insert into used_captcha (hash) values (${hash}) on conflict (hash) do nothing returning hash`.execute(db);
  return rows.length > 0;
}

/** Allows a used response to be sent again with the second-factor code, after the right password for this account. */
export async function allowCaptchaReuse(db: Db, hash: Buffer, account: FailureKey): Promise<void> {
  await sql`update used_captcha set account = ${account} where hash = ${hash}`.execute(db);
}

/** Whether the response came with the right password for this account in the last five minutes. */
export async function isCaptchaReusable(db: Db, hash: Buffer, account: FailureKey): Promise<boolean> {
  const { rows } = await sql`
    select from used_captcha where hash = ${hash} and account = ${account} and used_at > now() - interval '5 minutes'`.execute(
    db,
  );
  return rows.length > 0;
}
