import { button, formatUtcDateTime, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import { type OperatorRight, RIGHT_LABELS } from '#contract/identity/operators/operator-rights.ts';

/** Brands, by the names that customers see, and rights of an operator. */
export interface GivenAccess {
  brands: readonly string[];
  rights: readonly OperatorRight[];
}

/** Brands and rights in a sentence. */
export const describeAccess = ({ brands, rights }: GivenAccess): string =>
  `Brands: ${brands.join(', ')}. Rights: ${rights.map((right) => RIGHT_LABELS[right]).join(', ')}.`;

/** What administrators are told about access that outlives a session. `subject` is the name of the key or operator, the address of the webhook, or the name of the brand. */
export type AccessNotice =
  | { event: 'key-created'; subject: string; brands: readonly string[]; scopes: readonly string[]; expiresUtc: string }
  | { event: 'key-extended'; subject: string; expiresUtc: string }
  | ({ event: 'operator-added' | 'operator-changed'; subject: string } & GivenAccess)
  | {
      event:
        | 'key-rotated'
        | 'operator-disabled'
        | 'operator-enabled'
        | 'operator-link-sent'
        | 'operator-factor-reset'
        | 'webhook-added'
        | 'webhook-address'
        | 'webhook-secret'
        | 'payment-provider';
      subject: string;
    };

interface NoticeText {
  title: string;
  text: string;
  /** The page on which the change can be undone. */
  page: 'keys' | 'team' | 'webhooks' | 'payment-providers';
}

/** An address without `https://`, so that mail programs do not make a link of it. */
const withoutScheme = (url: string) => url.replace(/^https:\/\//, '');

function describeNotice(notice: AccessNotice): NoticeText {
  const { subject } = notice;
  switch (notice.event) {
    case 'key-created':
      return {
        title: `API key ${subject} was created`,
        text: `Brands: ${notice.brands.join(', ')}. Scopes: ${notice.scopes.join(', ')}. It expires on ${formatUtcDateTime(notice.expiresUtc)}.`,
        page: 'keys',
      };
    case 'key-rotated':
      return { title: `The secret of API key ${subject} was replaced`, text: 'The key has a new secret.', page: 'keys' };
    case 'key-extended':
      return {
        title: `API key ${subject} was extended`,
        text: `It now expires on ${formatUtcDateTime(notice.expiresUtc)}.`,
        page: 'keys',
      };
    case 'operator-added':
      return { title: `${subject} was added as an operator`, text: describeAccess(notice), page: 'team' };
    case 'operator-changed':
      return { title: `The access of operator ${subject} was changed`, text: describeAccess(notice), page: 'team' };
    case 'operator-disabled':
      return {
        title: `Operator ${subject} was disabled`,
        text: 'They can no longer log in. API keys they created still work. Revoke any no longer needed.',
        page: 'team',
      };
    case 'operator-enabled':
      return { title: `Operator ${subject} was enabled`, text: 'They can log in again.', page: 'team' };
    case 'operator-link-sent':
      return { title: `Operator ${subject} was sent a password link`, text: 'With it, they can set a password.', page: 'team' };
    case 'operator-factor-reset':
      return {
        title: `The second factor of operator ${subject} was reset`,
        text: 'Their authenticator app, recovery codes and passkeys no longer work.',
        page: 'team',
      };
    case 'webhook-added':
      return { title: 'A webhook was added', text: `Events are sent to ${withoutScheme(subject)}.`, page: 'webhooks' };
    case 'webhook-address':
      return {
        title: 'The address of a webhook was changed',
        text: `Events are now sent to ${withoutScheme(subject)}.`,
        page: 'webhooks',
      };
    case 'webhook-secret':
      return {
        title: 'The secret of a webhook was replaced',
        text: `The webhook for ${withoutScheme(subject)} has a new secret.`,
        page: 'webhooks',
      };
    case 'payment-provider':
      return {
        title: 'Who takes card payments was changed',
        text: `The payment provider of ${subject} or its keys were changed.`,
        page: 'payment-providers',
      };
  }
}

/** Tells administrators, and the owner of a key, about access that outlives a session. `by` is who gave it; `whenUtc` is ISO 8601 in UTC. */
export const operatorAccessNoticeMail = defineMail<{ name: string; notice: AccessNotice; by: string; whenUtc: string }>({
  name: 'operator-access-notice',
  compose: ({ data, link }) => {
    const { title, text, page } = describeNotice(data.notice);
    return {
      subject: title,
      preview: `By ${data.by} on ${formatUtcDateTime(data.whenUtc)}. If this is unexpected, undo it.`,
      title,
      blocks: [
        greeting(data.name),
        paragraph(text),
        paragraph(`Done by ${data.by} on ${formatUtcDateTime(data.whenUtc)}.`),
        paragraph(
          'If that was not you or a colleague, undo it now. If it was done with your account, change your password too and end your sessions.',
        ),
        button('Open the back office', link(`/operator/${page}`)),
      ],
    };
  },
});

/** Warns that an API key will soon be refused. `expiresUtc` is ISO 8601 in UTC. */
export const apiKeyExpiryMail = defineMail<{ name: string; apiKey: string; expiresUtc: string }>({
  name: 'api-key-expiry',
  compose: ({ data: { name, apiKey, expiresUtc }, link }) => ({
    subject: `API key ${apiKey} expires soon`,
    preview: `On ${formatUtcDateTime(expiresUtc)}.`,
    title: `API key ${apiKey} expires soon`,
    blocks: [
      greeting(name),
      paragraph(
        `The key is accepted until ${formatUtcDateTime(expiresUtc)}. After that, the system that uses it gets no more data.`,
      ),
      paragraph('Extend the key if the system is still in use, otherwise revoke it.'),
      button('Open API keys', link('/operator/keys')),
    ],
  }),
});
