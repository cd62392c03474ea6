import type { Brand } from '../http/hosts.ts';
import { layOut, type WrittenMail } from './layout.ts';
import {
  emailChanged,
  impersonationNotice,
  invitation,
  passwordChanged,
  passwordRecovery,
  secondFactorChanged,
} from './letters/account.ts';
import type { LetterOf } from './letters/letters.ts';
import { orderPlaced } from './letters/order.ts';
import { erasureRequested, optOutConfirmed } from './letters/privacy.ts';
import {
  registrationApproved,
  registrationConfirm,
  registrationKnown,
  registrationRejected,
  registrationWanted,
} from './letters/registration.ts';
import { linksOf } from './links.ts';
import { lookOf } from './look.ts';
import type { MailData, MailSecrets, MailTemplate } from './mails.ts';

const LETTERS: { [T in MailTemplate]: LetterOf<T> } = {
  'order-placed': orderPlaced,
  invitation,
  'password-recovery': passwordRecovery,
  'password-changed': passwordChanged,
  'registration-confirm': registrationConfirm,
  'registration-known': registrationKnown,
  'registration-wanted': registrationWanted,
  'registration-approved': registrationApproved,
  'registration-rejected': registrationRejected,
  'opt-out-confirmed': optOutConfirmed,
  'impersonation-notice': impersonationNotice,
  'second-factor-changed': secondFactorChanged,
  'erasure-requested': erasureRequested,
  'email-changed': emailChanged,
};

/** Which mails are nothing without the link that only their secrets can make. */
const NEEDS_LINK: { [T in MailTemplate]: MailSecrets<T> extends undefined ? false : true } = {
  'order-placed': false,
  invitation: true,
  'password-recovery': true,
  'password-changed': false,
  'registration-confirm': true,
  'registration-known': false,
  'registration-wanted': false,
  'registration-approved': true,
  'registration-rejected': false,
  'opt-out-confirmed': false,
  'impersonation-notice': false,
  'second-factor-changed': false,
  'erasure-requested': false,
  'email-changed': false,
};

/** True for a mail whose link cannot be made any more, because what it needs is no longer kept. */
export const hasLostItsLink = (mail: { template: MailTemplate; secrets: unknown }) =>
  NEEDS_LINK[mail.template] && mail.secrets === undefined;

/** What a mail is written from. */
export interface Occurrence<T extends MailTemplate = MailTemplate> {
  template: T;
  recipient: string;
  data: MailData<T>;
  secrets: MailSecrets<T>;
}

/** Writes a mail: subject, HTML and text, in the brand's look and with the brand's own links. */
export function composeMail<T extends MailTemplate>(
  brand: Brand,
  { template, recipient, data, secrets }: Occurrence<T>,
): WrittenMail {
  const links = linksOf(brand.canonicalOrigin);
  return layOut(LETTERS[template]({ data, secrets, recipient, company: brand.companyName, links }), lookOf(brand));
}
