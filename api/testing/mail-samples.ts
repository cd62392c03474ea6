import type { MailData, MailSecrets, MailTemplateName } from '#api/platform/mail/mails.ts';

/** One mail of each kind, as those who queue them would fill it in. */
export const MAIL_SAMPLES: { [T in MailTemplateName]: { data: MailData<T>; secrets: MailSecrets<T> } } = {
  'order-placed': {
    data: {
      orderId: 10482,
      firstName: 'Zoë',
      requiresApproval: false,
      currencyCode: 'GBP',
      lines: [
        { quantity: 2, name: 'Meridian Oxford shirt, White, 15½ in, long sleeve', sku: 'MOS-WHT-155-L', inclTaxMinor: 4788 },
        { quantity: 1, name: 'Harland two-button jacket, Navy, 40R', sku: 'HTJ-NVY-40R', inclTaxMinor: 8940 },
        { quantity: 10, name: 'Marlow poplin apron, Stone', sku: 'MPA-STN', inclTaxMinor: 11_400 },
      ],
      totalMinor: 25_722,
    },
    secrets: undefined,
  },
  invitation: {
    data: { firstName: 'Zoë', organisationName: 'Meridian Resorts', validDays: 7 },
    secrets: { token: 'tok-invitation-0123456789abcdefghijklmnopqrstuv', email: 'zoe+new@meridian.example' },
  },
  'password-recovery': {
    data: { firstName: 'Zoë', validMinutes: 30 },
    secrets: { token: 'tok-recovery-0123456789abcdefghijklmnopqrstuvwx', email: 'zoe@meridian.example' },
  },
  'password-changed': { data: { firstName: 'Zoë', whenUtc: '2026-11-21T14:05:00.000Z' }, secrets: undefined },
  'registration-confirm': {
    data: { firstName: 'Zoë', organisationName: 'Meridian Resorts', validDays: 1 },
    secrets: { token: 'tok-confirm-0123456789abcdefghijklmnopqrstuvwxy' },
  },
  'registration-known': { data: { firstName: 'Zoë', organisationName: 'Meridian Resorts' }, secrets: undefined },
  'registration-wanted': {
    data: {
      firstName: 'Amara',
      organisationName: 'Meridian Resorts',
      registrantName: 'Zoë Quinn-Okafor',
      registrantEmail: 'zoe@meridian.example',
    },
    secrets: undefined,
  },
  'registration-approved': {
    data: { firstName: 'Zoë', organisationName: 'Meridian Resorts', validDays: 7 },
    secrets: { token: 'tok-approved-0123456789abcdefghijklmnopqrstuvwx' },
  },
  'registration-rejected': {
    data: {
      firstName: 'Zoë',
      organisationName: 'Meridian Resorts',
      reason: 'We do not know this staff number.\nPlease ask your manager for the right one.',
    },
    secrets: undefined,
  },
  'opt-out-confirmed': { data: { firstName: 'Zoë', organisationName: 'Meridian Resorts' }, secrets: undefined },
  'impersonation-notice': {
    data: { firstName: 'Zoë', actorName: 'Sam Whitfield', whenUtc: '2026-11-21T14:05:00.000Z' },
    secrets: undefined,
  },
  'second-factor-changed': { data: { firstName: 'Zoë', on: true }, secrets: undefined },
  'erasure-requested': {
    data: { firstName: 'Amara', organisationName: 'Meridian Resorts', personName: 'Zoë Quinn-Okafor' },
    secrets: undefined,
  },
  'email-changed': { data: { firstName: 'Zoë', newEmail: 'z…q@meridian.example' }, secrets: undefined },
};
