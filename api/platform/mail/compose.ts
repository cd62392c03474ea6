import type { Brand } from '../http/hosts.ts';
import { type RenderedMail, renderLayout } from './layout.ts';
import { createLinks } from './links.ts';
import { createMailTheme } from './mail-theme.ts';
import type { MailData, MailSecrets, MailTemplateName } from './mails.ts';
import {
  emailChanged,
  impersonationNotice,
  invitation,
  passwordChanged,
  passwordRecovery,
  secondFactorChanged,
} from './templates/account.ts';
import { orderPlaced } from './templates/order.ts';
import { erasureRequested, optOutConfirmed } from './templates/privacy.ts';
import {
  registrationApproved,
  registrationAwaitingDecision,
  registrationConfirm,
  registrationExistingAccount,
  registrationRejected,
} from './templates/registration.ts';
import type { Template } from './templates/template.ts';

const TEMPLATES: { [T in MailTemplateName]: Template<T> } = {
  'order-placed': orderPlaced,
  invitation,
  'password-recovery': passwordRecovery,
  'password-changed': passwordChanged,
  'registration-confirm': registrationConfirm,
  'registration-known': registrationExistingAccount,
  'registration-wanted': registrationAwaitingDecision,
  'registration-approved': registrationApproved,
  'registration-rejected': registrationRejected,
  'opt-out-confirmed': optOutConfirmed,
  'impersonation-notice': impersonationNotice,
  'second-factor-changed': secondFactorChanged,
  'erasure-requested': erasureRequested,
  'email-changed': emailChanged,
};

/** Which mails are nothing without the link that only their secrets can make. */
const NEEDS_LINK: { [T in MailTemplateName]: MailSecrets<T> extends undefined ? false : true } = {
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
export const isMissingSecret = (mail: { template: MailTemplateName; secrets: unknown }) =>
  NEEDS_LINK[mail.template] && mail.secrets === undefined;

/** What a mail is written from. */
export interface MailPayload<T extends MailTemplateName = MailTemplateName> {
  template: T;
  recipient: string;
  data: MailData<T>;
  secrets: MailSecrets<T>;
}

/** Writes a mail: subject, HTML and text, in the brand's look and with the brand's own links. */
export function composeMail<T extends MailTemplateName>(
  brand: Brand,
  { template, recipient, data, secrets }: MailPayload<T>,
): RenderedMail {
  const links = createLinks(brand.canonicalOrigin);
  return renderLayout(
    TEMPLATES[template]({ data, secrets, recipient, company: brand.companyName, links }),
    createMailTheme(brand),
  );
}
