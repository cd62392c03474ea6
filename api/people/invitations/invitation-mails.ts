import { activationUrl } from '#api/identity/passwords/password-urls.ts';
import { button, formatCount, greeting, type MailBlock, note, noteWithLink, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail, type LinkSecrets, type MailInput } from '#api/platform/mail/mail-definition.ts';

/** The secret of a person's opt-out link; absent where they cannot opt out. */
interface OptOutSecrets {
  optOutGuid?: string;
}

const optOutUrl = (link: MailInput<object, unknown>['link'], guid: string) => link('/wardrobeoptout', { id: guid });

/** How to opt out, where that is possible. */
const optOutNote = (link: MailInput<object, unknown>['link'], { optOutGuid }: OptOutSecrets): MailBlock[] =>
  optOutGuid ? [noteWithLink('Don’t need a uniform?', 'Opt out of your uniform allocation', optOutUrl(link, optOutGuid))] : [];

/** Sent when an administrator invites someone. */
export const invitationMail = defineMail<
  { firstName: string; organisationName: string; validDays: number },
  LinkSecrets & OptOutSecrets
>({
  name: 'invitation',
  needsSecrets: true,
  compose: ({ data, secrets, recipient, company, link }) => ({
    subject: `Your account for ${data.organisationName} uniforms`,
    preview: 'Choose a password to see and order your uniform.',
    title: 'Welcome to your uniform portal',
    blocks: [
      greeting(data.firstName),
      paragraph(
        `${data.organisationName} gets its uniforms from ${company}, and has created an account for you. Choose a password to see the uniform you are entitled to, and to order it.`,
      ),
      button('Choose a password', activationUrl({ link, secrets, recipient })),
      note(
        `The link works once, within ${formatCount(data.validDays, 'day')}. If the link no longer works, ask your administrator for a new one.`,
      ),
      ...optOutNote(link, secrets),
      note('If you did not expect this message, you do not need to do anything.'),
    ],
  }),
});

/** Sent when an administrator reminds someone who has an account to order. */
export const orderReminderMail = defineMail<{ firstName: string; organisationName: string }, OptOutSecrets>({
  name: 'order-reminder',
  needsSecrets: true,
  compose: ({ data, secrets, link }) => ({
    subject: `Your ${data.organisationName} uniform: please order`,
    preview: 'Log in to see what you can order.',
    title: 'Please order your uniform',
    blocks: [
      greeting(data.firstName),
      paragraph(
        `Your administrator at ${data.organisationName} asks you to order your uniform. Log in to see what you are entitled to and what is still missing.`,
      ),
      button('Order your uniform', link('/index/uniform-builder')),
      note('If you have forgotten your password, you can choose a new one on the login page.'),
      ...optOutNote(link, secrets),
    ],
  }),
});

/** Sent when an administrator lets someone opt out. */
export const optOutLinkMail = defineMail<{ firstName: string; organisationName: string }, Required<OptOutSecrets>>({
  name: 'opt-out-link',
  needsSecrets: true,
  compose: ({ data, secrets, link }) => ({
    subject: `Your ${data.organisationName} uniform: opt out if you don’t need one`,
    preview: 'Without opting out, your uniform allocation stays as it is.',
    title: 'Opt out of your uniform allocation',
    blocks: [
      greeting(data.firstName),
      paragraph(
        `You can opt out of receiving a uniform through the uniform allocation programme of ${data.organisationName}. No uniforms will then be allocated to you.`,
      ),
      button('Opt out', optOutUrl(link, secrets.optOutGuid)),
      note('If you want to keep your uniform allocation, you do not need to do anything. Do not forward this link.'),
    ],
  }),
});

export const invitationMails = [invitationMail, orderReminderMail, optOutLinkMail];
