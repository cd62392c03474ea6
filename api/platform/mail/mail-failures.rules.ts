import { describeReason, type ReasonOf, type StoredReason } from '../reasons.ts';

/** Why a mail was not sent. */
export const MAIL_FAILURE_WORDING = {
  no_smtp_server: () => 'No SMTP server is configured: set SMTP_URL.',
  link_lost: () => 'Its link is no longer stored.',
  // What the SMTP server or the connection to it said, or what went wrong in the portal.
  not_accepted: ({ code, command, message }: { code: string | null; command: string | null; message: string }) =>
    [code, command === null ? null : `at ${command}`, message].filter((part) => part !== null && part !== '').join(' '),
};
/** One of them, as it is stored. */
export type MailFailure = ReasonOf<typeof MAIL_FAILURE_WORDING>;

/** A stored failure of a mail in one line. */
export const describeMailFailure = (failure: StoredReason): string => describeReason(MAIL_FAILURE_WORDING, failure);
