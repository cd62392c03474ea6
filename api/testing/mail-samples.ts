import { emailChangedMail, emailChangeRequestedMail, emailConfirmationMail } from '#api/identity/emails/email-change-mails.ts';
import { secondFactorChangedMail } from '#api/identity/login/second-factor-mails.ts';
import { accountReadyMail, passwordChangedMail, passwordRecoveryMail } from '#api/identity/passwords/password-mails.ts';
import { webhookChangedMail, webhookPausedMail } from '#api/integrations/webhooks/webhook-mails.ts';
import {
  madeToMeasureAnsweredMail,
  madeToMeasureDeclinedMail,
  measurementsAskedMail,
} from '#api/ordering/made-to-measure/made-to-measure-mails.ts';
import {
  entitlementRequestDeclinedMail,
  entitlementRequestExpiredMail,
  entitlementRequestedMail,
  entitlementRequestGrantedMail,
} from '#api/people/entitlement-requests/entitlement-request-mails.ts';
import { impersonationNoticeMail } from '#api/people/impersonation/impersonation-mails.ts';
import { invitationMail, optOutLinkMail, orderReminderMail } from '#api/people/invitations/invitation-mails.ts';
import { optedOutByLinkMail, optOutConfirmedMail } from '#api/people/person/opt-out-mails.ts';
import {
  registrationApprovedMail,
  registrationAwaitingDecisionMail,
  registrationConfirmMail,
  registrationExistingAccountMail,
  registrationReceivedMail,
  registrationRejectedMail,
} from '#api/people/registration/registration-mails.ts';
import { timeGrantedMail, timeRequestedMail } from '#api/people/time-requests/time-request-mails.ts';
import { erasureRequestedMail } from '#api/privacy/erasure/erasure-mails.ts';
import { CARD_PAYMENT_MAIL_SAMPLES } from './card-payment-mail-samples.ts';
import { aSample } from './mail-sample.ts';
import { OPERATOR_MAIL_SAMPLES } from './operator-mail-samples.ts';
import { ORDER_MAIL_SAMPLES } from './order-mail-samples.ts';
import { QUOTE_MAIL_SAMPLES } from './quote-mail-samples.ts';

/** A sample of every kind of mail. */
export const MAIL_SAMPLES = {
  ...ORDER_MAIL_SAMPLES,
  ...QUOTE_MAIL_SAMPLES,
  ...CARD_PAYMENT_MAIL_SAMPLES,
  'measurements-asked': aSample(measurementsAskedMail, {
    data: { firstName: 'Wendy', garment: 'Suit jacket, Navy', personName: null, askedBy: 'Ada Admin' },
    secrets: undefined,
  }),
  'made-to-measure-answered': aSample(madeToMeasureAnsweredMail, {
    data: {
      firstName: 'Ada',
      garment: 'Suit jacket, Navy',
      personName: 'Wendy Wearer',
      price: '£240.00',
      leadTimeDays: 28,
      answer: 'We need two fittings.',
      until: '29 December 2026',
    },
    secrets: undefined,
  }),
  'made-to-measure-declined': aSample(madeToMeasureDeclinedMail, {
    data: { firstName: 'Wendy', garment: 'Suit jacket, Navy', personName: null, reason: 'This cloth is no longer woven.' },
    secrets: undefined,
  }),
  'entitlement-requested': aSample(entitlementRequestedMail, {
    data: {
      firstName: 'Amara',
      personName: 'Zoë Quinn-Okafor',
      request: '2 more pieces of Shirts',
      wardrobe: 'Restaurant and Bar, Winter 2026',
      reason: 'I also work in the garden from March.',
      expiresOn: '12 December 2026',
      requestId: 17,
    },
    secrets: undefined,
  }),
  'entitlement-request-granted': aSample(entitlementRequestGrantedMail, {
    data: {
      firstName: 'Zoë',
      request: '2 more pieces of Shirts',
      granted: '1 more piece of Shirts',
      reason: 'The second one in spring.',
      decidedBy: 'Amara Vance',
    },
    secrets: undefined,
  }),
  'entitlement-request-declined': aSample(entitlementRequestDeclinedMail, {
    data: {
      firstName: 'Zoë',
      request: '2 more pieces of Shirts',
      reason: 'The new shirts arrive next month.',
      decidedBy: 'Amara Vance',
    },
    secrets: undefined,
  }),
  'entitlement-request-expired': aSample(entitlementRequestExpiredMail, {
    data: { firstName: 'Zoë', request: '£30.00 more' },
    secrets: undefined,
  }),
  'time-requested': aSample(timeRequestedMail, {
    data: {
      firstName: 'Amara',
      personName: 'Zoë Quinn-Okafor',
      season: 'Winter 2026',
      closedOn: '18 November 2026',
      pieces: 5,
      reason: 'I was on leave until yesterday.',
      expiresOn: '28 December 2026',
      requestId: 18,
    },
    secrets: undefined,
  }),
  'time-granted': aSample(timeGrantedMail, {
    data: { firstName: 'Zoë', until: '12 December 2026', decidedBy: 'Amara Vance', reason: 'Please order this week.' },
    secrets: undefined,
  }),
  invitation: aSample(invitationMail, {
    data: { firstName: 'Zoë', organisationName: 'Meridian Resorts', validDays: 7 },
    secrets: {
      token: 'tok-invitation-0123456789abcdefghijklmnopqrstuv',
      email: 'zoe+new@meridian.example',
      optOutGuid: '5b0c6e1c-5d0a-4c3e-9a55-0f6d8e8d7b11',
    },
  }),
  'order-reminder': aSample(orderReminderMail, {
    data: { firstName: 'Zoë', organisationName: 'Meridian Resorts' },
    secrets: { optOutGuid: '5b0c6e1c-5d0a-4c3e-9a55-0f6d8e8d7b11' },
  }),
  'opt-out-link': aSample(optOutLinkMail, {
    data: { firstName: 'Zoë', organisationName: 'Meridian Resorts' },
    secrets: { optOutGuid: '5b0c6e1c-5d0a-4c3e-9a55-0f6d8e8d7b11' },
  }),
  'password-recovery': aSample(passwordRecoveryMail, {
    data: { firstName: 'Zoë', validMinutes: 30 },
    secrets: { token: 'tok-recovery-0123456789abcdefghijklmnopqrstuvwx', email: 'zoe@meridian.example' },
  }),
  'account-ready': aSample(accountReadyMail, { data: { firstName: 'Zoë' }, secrets: undefined }),
  'password-changed': aSample(passwordChangedMail, {
    data: { firstName: 'Zoë', whenUtc: '2026-11-21T14:05:00.000Z' },
    secrets: undefined,
  }),
  'registration-confirm': aSample(registrationConfirmMail, {
    data: { firstName: 'Zoë', organisationName: 'Meridian Resorts', validDays: 1 },
    secrets: { token: 'tok-confirm-0123456789abcdefghijklmnopqrstuvwxy' },
  }),
  'registration-existing-account': aSample(registrationExistingAccountMail, {
    data: { firstName: 'Zoë', organisationName: 'Meridian Resorts' },
    secrets: undefined,
  }),
  'registration-received': aSample(registrationReceivedMail, {
    data: { firstName: 'Zoë', organisationName: 'Meridian Resorts' },
    secrets: undefined,
  }),
  'registration-awaiting-decision': aSample(registrationAwaitingDecisionMail, {
    data: {
      firstName: 'Amara',
      organisationName: 'Meridian Resorts',
      registrantName: 'Zoë Quinn-Okafor',
      registrantEmail: 'zoe@meridian.example',
    },
    secrets: undefined,
  }),
  'registration-approved': aSample(registrationApprovedMail, {
    data: { firstName: 'Zoë', organisationName: 'Meridian Resorts', validDays: 7 },
    secrets: { token: 'tok-approved-0123456789abcdefghijklmnopqrstuvwx' },
  }),
  'registration-rejected': aSample(registrationRejectedMail, {
    data: {
      firstName: 'Zoë',
      organisationName: 'Meridian Resorts',
      reason: 'We do not know this staff number.\nPlease ask your manager for the right one.',
    },
    secrets: undefined,
  }),
  'opted-out-by-link': aSample(optedOutByLinkMail, {
    data: { firstName: 'Zoë', organisationName: 'Meridian Resorts' },
    secrets: { optOutGuid: '5b0c6e1c-5d0a-4c3e-9a55-0f6d8e8d7b11' },
  }),
  'opt-out-confirmed': aSample(optOutConfirmedMail, {
    data: { firstName: 'Zoë', organisationName: 'Meridian Resorts' },
    secrets: undefined,
  }),
  'impersonation-notice': aSample(impersonationNoticeMail, {
    data: { firstName: 'Zoë', actorName: 'Sam Whitfield', whenUtc: '2026-11-21T14:05:00.000Z' },
    secrets: undefined,
  }),
  'second-factor-changed': aSample(secondFactorChangedMail, { data: { firstName: 'Zoë', on: true }, secrets: undefined }),
  ...OPERATOR_MAIL_SAMPLES,
  'erasure-requested': aSample(erasureRequestedMail, {
    data: { firstName: 'Amara', organisationName: 'Meridian Resorts', personName: 'Zoë Quinn-Okafor', customerId: 31 },
    secrets: undefined,
  }),
  'email-confirmation': aSample(emailConfirmationMail, {
    data: { firstName: 'Zoë', validDays: 7 },
    secrets: { token: 'tok-email-0123456789abcdefghijklmnopqrstuvwxyz' },
  }),
  'email-change-requested': aSample(emailChangeRequestedMail, {
    data: { firstName: 'Zoë', newEmail: 'z…q@meridian.example', requestedBy: 'Sam Whitfield' },
    secrets: undefined,
  }),
  'email-changed': aSample(emailChangedMail, {
    data: { firstName: 'Zoë', newEmail: 'z…q@meridian.example' },
    secrets: undefined,
  }),
  'webhook-changed': aSample(webhookChangedMail, {
    data: {
      firstName: 'Ruth',
      change: 'webhook-address',
      url: 'https://erp.meridian.example/livery',
      by: 'Owen Fairley',
      whenUtc: '2026-11-21T14:05:00.000Z',
    },
    secrets: undefined,
  }),
  'webhook-paused': aSample(webhookPausedMail, {
    data: {
      firstName: 'Zoë',
      url: 'https://erp.meridian.example/livery',
      reason: 'The receiver could not be reached.',
      isSupplier: false,
    },
    secrets: undefined,
  }),
};

export type MailName = keyof typeof MAIL_SAMPLES;
