import { activationUrl } from '#api/identity/passwords/password-urls.ts';
import { button, formatCount, greeting, note, paragraph, quote } from '#api/platform/mail/blocks.ts';
import { defineMail, type LinkSecrets } from '#api/platform/mail/mail-definition.ts';

/** Asks someone who has registered to confirm the address. */
export const registrationConfirmMail = defineMail<
  { firstName: string; organisationName: string; validDays: number },
  LinkSecrets
>({
  name: 'registration-confirm',
  needsSecrets: true,
  compose: ({ data, secrets, recipient, link }) => ({
    subject: 'Confirm your email address',
    preview: `One more step to complete your registration with ${data.organisationName}.`,
    title: 'Confirm your email address',
    blocks: [
      greeting(data.firstName),
      paragraph(`You have registered for the uniforms of ${data.organisationName}. Confirm your address by choosing a password:`),
      button('Choose a password', activationUrl({ link, secrets, recipient })),
      note(`The link works once, within ${formatCount(data.validDays, 'day')}.`),
      note('If you did not register, ignore this email. No account is created without this step.'),
    ],
  }),
});

/** Sent when someone registers with the address of an existing account; the form itself does not reveal that there is one. */
export const registrationExistingAccountMail = defineMail<{ firstName: string; organisationName: string }>({
  name: 'registration-existing-account',
  compose: ({ data, link }) => ({
    subject: 'You already have an account',
    preview: `Someone registered with this address for the uniforms of ${data.organisationName}.`,
    title: 'You already have an account',
    blocks: [
      greeting(data.firstName),
      paragraph(
        `Someone, probably you, has just registered with this address for the uniforms of ${data.organisationName}. You already have an account with this address. It has not been changed.`,
      ),
      button('Log in', link('/login')),
      note('If you do not know your password, choose “Forgot your password?” there. If it was not you, ignore this email.'),
    ],
  }),
});

/** Sent to someone whose registration waits for an administrator. */
export const registrationReceivedMail = defineMail<{ firstName: string; organisationName: string }>({
  name: 'registration-received',
  compose: ({ data }) => ({
    subject: 'We have received your registration',
    preview: `${data.organisationName} has to approve it before you can order.`,
    title: 'We have received your registration',
    blocks: [
      greeting(data.firstName),
      paragraph(
        `You have registered for the uniforms of ${data.organisationName}. An administrator there has to approve your registration. We will email you as soon as they have decided; until then you cannot log in.`,
      ),
      note('If you did not register, ignore this email. No account is created unless the registration is approved.'),
    ],
  }),
});

/** Sent to each administrator who can approve the registration. */
export const registrationAwaitingDecisionMail = defineMail<{
  firstName: string;
  organisationName: string;
  registrantName: string;
  registrantEmail: string;
}>({
  name: 'registration-awaiting-decision',
  compose: ({ data, link }) => ({
    subject: `A registration is waiting for your decision: ${data.registrantName}`,
    preview: `${data.registrantName} wants to order ${data.organisationName} uniforms.`,
    title: 'A registration is waiting for your decision',
    blocks: [
      greeting(data.firstName),
      paragraph(`${data.registrantName} (${data.registrantEmail}) has registered for the uniforms of ${data.organisationName}.`),
      paragraph('Approve it if you know this person, or reject it with a reason. They cannot log in until you approve it.'),
      button('View registration', link('/index/registrations', { q: data.registrantEmail })),
    ],
  }),
});

export const registrationApprovedMail = defineMail<
  { firstName: string; organisationName: string; validDays: number },
  LinkSecrets
>({
  name: 'registration-approved',
  needsSecrets: true,
  compose: ({ data, secrets, recipient, link }) => ({
    subject: 'Your registration was approved',
    preview: 'Choose a password to see and order your uniform.',
    title: 'Your registration was approved',
    blocks: [
      greeting(data.firstName),
      paragraph(
        `${data.organisationName} has approved your registration. Choose a password to see the uniform you are entitled to, and to order it.`,
      ),
      button('Choose a password', activationUrl({ link, secrets, recipient })),
      note(
        `The link works once, within ${formatCount(data.validDays, 'day')}. If the link no longer works, ask your administrator for a new one.`,
      ),
    ],
  }),
});

export const registrationRejectedMail = defineMail<{ firstName: string; organisationName: string; reason: string | null }>({
  name: 'registration-rejected',
  compose: ({ data }) => ({
    subject: 'Your registration was not approved',
    preview: `${data.organisationName} has not approved your registration.`,
    title: 'Your registration was not approved',
    blocks: [
      greeting(data.firstName),
      ...(data.reason?.trim()
        ? [paragraph(`${data.organisationName} has not approved your registration. The reason given:`), quote(data.reason)]
        : [paragraph(`${data.organisationName} has not approved your registration.`)]),
      paragraph('If you think this is a mistake, ask the person who is responsible for uniforms where you work.'),
    ],
  }),
});

export const registrationMails = [
  registrationConfirmMail,
  registrationExistingAccountMail,
  registrationReceivedMail,
  registrationAwaitingDecisionMail,
  registrationApprovedMail,
  registrationRejectedMail,
];
