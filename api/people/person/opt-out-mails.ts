import { button, greeting, note, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

interface OptedOut {
  firstName: string;
  organisationName: string;
}

const sayWhatItMeans = (who: string, organisationName: string) =>
  paragraph(
    `${who} out of receiving a uniform through the uniform allocation programme of ${organisationName}. No uniforms will be allocated to you.`,
  );

/** Sent to a person whom an administrator has opted out. */
export const optOutConfirmedMail = defineMail<OptedOut & { byAdministrator?: boolean }>({
  name: 'opt-out-confirmed',
  compose: ({ data }) => ({
    // Until 0.1.0, people who had opted out themselves got this mail too; some may still wait to be sent.
    subject: `You ${data.byAdministrator ? 'have been opted' : 'have opted'} out of your uniform allocation`,
    preview: `No ${data.organisationName} uniforms will be allocated to you.`,
    title: data.byAdministrator ? 'You have been opted out' : 'You have opted out',
    blocks: [
      greeting(data.firstName),
      sayWhatItMeans(data.byAdministrator ? 'Your administrator has opted you' : 'You have opted', data.organisationName),
      paragraph('If that was a mistake, ask your administrator: they can undo it.'),
    ],
  }),
});

/**
 * Sent to a person who has opted out with the link. It may have been a program that checks mails, so the mail leads to a page that undoes
 * it; the page does so when its button is pressed, because programs will open this link too.
 */
export const optedOutByLinkMail = defineMail<OptedOut, { optOutGuid: string }>({
  name: 'opted-out-by-link',
  needsSecrets: true,
  compose: ({ data, secrets, link }) => ({
    subject: 'You have opted out of your uniform allocation',
    preview: `No ${data.organisationName} uniforms will be allocated to you. You can undo this for 30 days.`,
    title: 'You have opted out',
    blocks: [
      greeting(data.firstName),
      sayWhatItMeans('You have opted', data.organisationName),
      paragraph(
        'If this was a mistake, or you did not do it, undo it: you have 30 days, and need not log in. Some mail programs open the links in a mail before it is read.',
      ),
      button('Undo', link('/wardrobeoptout/undo', { id: secrets.optOutGuid })),
      note('Do not forward this link. After 30 days, your administrator can undo it.'),
    ],
  }),
});
