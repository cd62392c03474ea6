/** What the links of a mail need and nobody else may read: it is kept sealed, and only until the mail has left. */
export interface LinkSecrets {
  token: string;
  /** The address the link is for, where it is not the recipient's. */
  email?: string;
}

/** Facts of the mail that confirms an order. Amounts in minor units, with tax. */
export interface OrderPlaced {
  orderId: number;
  firstName: string;
  requiresApproval: boolean;
  currencyCode: string;
  lines: { quantity: number; name: string; sku: string; inclTaxMinor: number }[];
  totalMinor: number;
}

interface OfPerson {
  firstName: string;
}
interface OfMember extends OfPerson {
  organisationName: string;
}

/**
 * Every kind of mail: the facts that its row carries in plain, and the secrets that it carries sealed. Texts and looks are
 * made of these when the mail is sent. Moments are ISO 8601 in UTC.
 */
export interface Mails {
  'order-placed': { data: OrderPlaced };
  invitation: { data: OfMember & { validDays: number }; secrets: LinkSecrets };
  'password-recovery': { data: OfPerson & { validMinutes: number }; secrets: LinkSecrets };
  'password-changed': { data: OfPerson & { whenUtc: string } };
  'registration-confirm': { data: OfMember & { validDays: number }; secrets: LinkSecrets };
  /** To somebody with whose address somebody registered, though they have an account already. */
  'registration-known': { data: OfMember };
  /** To each administrator of the organisation. */
  'registration-wanted': { data: OfMember & { registrantName: string; registrantEmail: string } };
  'registration-approved': { data: OfMember & { validDays: number }; secrets: LinkSecrets };
  'registration-rejected': { data: OfMember & { reason: string | null } };
  'opt-out-confirmed': { data: OfMember };
  'impersonation-notice': { data: OfPerson & { actorName: string; whenUtc: string } };
  'second-factor-changed': { data: OfPerson & { on: boolean } };
  /** To each administrator of the organisation. */
  'erasure-requested': { data: OfMember & { personName: string } };
  /** To the old address; the new one comes masked, as in `a…n@company.example`. */
  'email-changed': { data: OfPerson & { newEmail: string } };
}

export type MailTemplateName = keyof Mails;
export type MailData<T extends MailTemplateName> = Mails[T]['data'];
/** What is sealed of a mail; nothing for most. */
export type MailSecrets<T extends MailTemplateName> = Mails[T] extends { secrets: infer S } ? S : undefined;

/** A mail to be sent: whom it goes to, which kind it is, and what that kind needs to know. */
export type NewMail<T extends MailTemplateName = MailTemplateName> = T extends MailTemplateName
  ? {
      organisationId: number;
      brandId: number;
      /** One address; a line break in it becomes a space. */
      recipient: string;
      template: T;
      data: MailData<T>;
      /** Two mails with the same key are one: the first. */
      dedupeKey?: string;
    } & (MailSecrets<T> extends undefined ? { secrets?: undefined } : { secrets: MailSecrets<T> })
  : never;
