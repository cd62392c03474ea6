import type { MailContent } from './blocks.ts';

/** The part of a mail's link that only its recipient may know. It is stored encrypted, and only until the mail has been sent. */
export interface LinkSecrets {
  token: string;
  /** The address of the account, where it is not the recipient's. */
  email?: string;
}

/** What a mail is composed from. */
export interface MailInput<Payload, Secrets> {
  data: Payload;
  secrets: Secrets;
  recipient: string;
  /** The company name of the brand. */
  company: string;
  /** The absolute URL of a path on the brand's own host. */
  link(path: string, query?: Record<string, string>): string;
}

/** A kind of mail: its name, as stored with each mail, and its content. Texts and design are rendered when the mail is sent. */
export interface MailDefinition<Payload extends object = object, Secrets = undefined> {
  name: string;
  /** Whether it is useless without its secrets: a mail whose link can no longer be built is not sent. */
  needsSecrets: boolean;
  compose(input: MailInput<Payload, Secrets>): MailContent;
}

/** A kind of mail with unknown payload and secrets, as in the list of all kinds. */
export type AnyMailDefinition = Pick<MailDefinition, 'name' | 'needsSecrets'> & {
  compose(input: MailInput<never, never>): MailContent;
};

/**
 * Defines a kind of mail. `Payload` is stored as plain JSON, `Secrets` encrypted; both are passed to `compose` when the mail is
 * sent. Times are ISO 8601 in UTC, amounts in minor units.
 */
export const defineMail = <Payload extends object, Secrets = undefined>(
  definition: Omit<MailDefinition<Payload, Secrets>, 'needsSecrets'> &
    (Secrets extends undefined ? { needsSecrets?: false } : { needsSecrets: true }),
): MailDefinition<Payload, Secrets> => ({ ...definition, needsSecrets: definition.needsSecrets ?? false });
