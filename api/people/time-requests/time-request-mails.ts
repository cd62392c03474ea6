import { button, greeting, paragraph, quote } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** Sent to each administrator who can decide. Days as people read them: 12 December 2026. `pieces` are in the cart and not ordered. */
export const timeRequestedMail = defineMail<{
  firstName: string;
  personName: string;
  season: string;
  closedOn: string;
  pieces: number;
  reason: string | null;
  expiresOn: string;
  /** Mails that were queued earlier name none. */
  requestId?: number;
}>({
  name: 'time-requested',
  compose: ({ data, link }) => ({
    subject: `A request is waiting for your decision: ${data.personName}`,
    preview: `${data.personName} asks for more time to order.`,
    title: 'A request is waiting for your decision',
    blocks: [
      greeting(data.firstName),
      paragraph(
        `${data.personName} asks for more time to order. Ordering for ${data.season} closed on ${data.closedOn}. ${describeChosen(data.pieces)}`,
      ),
      ...(data.reason ? [paragraph('The reason given:'), quote(data.reason)] : []),
      paragraph(`Choose a new last day for this person, or decline with a reason. You can decide until ${data.expiresOn}.`),
      button(
        'View request',
        link('/index/requests/time', data.requestId === undefined ? {} : { request: String(data.requestId) }),
      ),
    ],
  }),
});

function describeChosen(pieces: number): string {
  if (pieces === 0) return 'Nothing has been chosen yet.';
  return pieces === 1 ? '1 piece has been chosen and not ordered.' : `${pieces} pieces have been chosen and not ordered.`;
}

/** Sent to the wearer. `until` is the last day to order. */
export const timeGrantedMail = defineMail<{ firstName: string; until: string; decidedBy: string; reason: string | null }>({
  name: 'time-granted',
  compose: ({ data, link }) => ({
    subject: `You can order until ${data.until}`,
    preview: `${data.decidedBy} has given you more time to order.`,
    title: 'You have more time to order',
    blocks: [
      greeting(data.firstName),
      paragraph(`${data.decidedBy} has given you more time. You can order up to and including ${data.until}.`),
      ...(data.reason ? [quote(data.reason)] : []),
      button('Order your uniform', link('/index/uniform-builder')),
    ],
  }),
});

export const timeRequestMails = [timeRequestedMail, timeGrantedMail];
