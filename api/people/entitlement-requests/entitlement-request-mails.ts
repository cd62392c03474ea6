import { button, greeting, paragraph, quote } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import { REQUEST_TTL_DAYS } from './entitlement-requests.rules.ts';

/** The request of which a mail speaks; mails that were queued earlier name none. */
const toQuery = ({ requestId }: { requestId?: number }): Record<string, string> =>
  requestId === undefined ? {} : { request: String(requestId) };

/** `request` says how much more is asked for: `2 more pieces of Shirts`. */
interface Decision {
  firstName: string;
  request: string;
  /** What the administrator told the wearer. */
  reason: string | null;
  decidedBy: string;
}

/** Sent to each administrator who can decide. `expiresOn` as people read it: 12 December 2026. */
export const entitlementRequestedMail = defineMail<{
  firstName: string;
  personName: string;
  request: string;
  wardrobe: string;
  reason: string;
  expiresOn: string;
  requestId?: number;
}>({
  name: 'entitlement-requested',
  compose: ({ data, link }) => ({
    subject: `A request is waiting for your decision: ${data.personName}`,
    preview: `${data.personName} asks for ${data.request}.`,
    title: 'A request is waiting for your decision',
    blocks: [
      greeting(data.firstName),
      paragraph(`${data.personName} asks for ${data.request} (${data.wardrobe}). The reason given:`),
      quote(data.reason),
      paragraph(`Grant it, in full or in part, or decline it with a reason. You can decide until ${data.expiresOn}.`),
      button('View request', link('/index/requests', toQuery(data))),
    ],
  }),
});

/** Sent to the wearer. `granted` says how much more can be ordered now, where it is less than was asked for. */
export const entitlementRequestGrantedMail = defineMail<Decision & { granted: string | null }>({
  name: 'entitlement-request-granted',
  compose: ({ data, link }) => ({
    subject: data.granted === null ? 'Your request was granted' : 'Your request was granted in part',
    preview: `You can now order ${data.granted ?? data.request}.`,
    title: data.granted === null ? 'Your request was granted' : 'Your request was granted in part',
    blocks: [
      greeting(data.firstName),
      paragraph(
        data.granted === null
          ? `${data.decidedBy} has granted your request. You can now order ${data.request}.`
          : `You asked for ${data.request}. ${data.decidedBy} has granted part of it: you can now order ${data.granted}.`,
      ),
      ...(data.reason ? [quote(data.reason)] : []),
      button('Order your uniform', link('/index/uniform-builder')),
    ],
  }),
});

/** Sent to the wearer, with the administrator's reason. */
export const entitlementRequestDeclinedMail = defineMail<Decision>({
  name: 'entitlement-request-declined',
  compose: ({ data, link }) => ({
    subject: 'Your request was declined',
    preview: `You asked for ${data.request}.`,
    title: 'Your request was declined',
    blocks: [
      greeting(data.firstName),
      paragraph(`You asked for ${data.request}. ${data.decidedBy} has declined your request. The reason given:`),
      ...(data.reason ? [quote(data.reason)] : []),
      paragraph('If you have questions, ask your administrator.'),
      button('View request', link('/index/uniform-builder/statement')),
    ],
  }),
});

/** Sent to the wearer when no one has decided in time. */
export const entitlementRequestExpiredMail = defineMail<{ firstName: string; request: string }>({
  name: 'entitlement-request-expired',
  compose: ({ data, link }) => ({
    subject: 'Your request has expired',
    preview: `You asked for ${data.request}.`,
    title: 'Your request has expired',
    blocks: [
      greeting(data.firstName),
      paragraph(`You asked for ${data.request}. No one decided within ${REQUEST_TTL_DAYS} days, so your request has expired.`),
      paragraph('If you still need it, ask again or contact your administrator.'),
      button('View request', link('/index/uniform-builder/statement')),
    ],
  }),
});

export const entitlementRequestMails = [
  entitlementRequestedMail,
  entitlementRequestGrantedMail,
  entitlementRequestDeclinedMail,
  entitlementRequestExpiredMail,
];
