import {
  approvalEscalatedMail,
  approvalExpiredMail,
  approvalReminderMail,
} from '#api/ordering/approval/approval-deadline-mails.ts';
import { approvalRequestedMail } from '#api/ordering/approval/approval-mails.ts';
import { approvalDelegatedMail, delegationEndedMail } from '#api/ordering/approval/delegation-mails.ts';
import { orderPlacedMail } from '#api/ordering/checkout/order-mails.ts';
import { orderedForYouMail } from '#api/ordering/checkout/ordered-for-you-mail.ts';
import {
  orderApprovedMail,
  orderPartlyApprovedMail,
  orderRejectedMail,
  orderSentBackMail,
} from '#api/ordering/decisions/decision-mails.ts';
import { dateMovedMail, orderShippedMail } from '#api/ordering/fulfilment/fulfilment-mails.ts';
import { readyToCollectMail } from '#api/ordering/fulfilment/handovers/handover-mails.ts';
import { invoiceMail } from '#api/ordering/invoices/invoice-mails.ts';
import { type OrderForMail, toMailedOrder } from '#api/ordering/mails/mailed-order.rules.ts';
import {
  approvalDearerMail,
  approvalRequestedAgainMail,
  approvalWithdrawnMail,
  orderCancelledMail,
  orderChangedMail,
} from '#api/ordering/order-changes/order-change-mails.ts';
import { proofReadyMail, proofReminderMail } from '#api/ordering/proofs/proof-mails.ts';
import {
  exchangeExpiredMail,
  exchangeReminderMail,
  returnCancelledMail,
  returnDecidedMail,
  returnReceivedMail,
  returnRequestedMail,
} from '#api/ordering/returns/return-mails.ts';
import { stockNoticeMail } from '#api/ordering/stock-notices/stock-notice-mails.ts';
import { INVOICE_MAIL } from './invoice-mail-sample.ts';
import { aSample } from './mail-sample.ts';

const MANAGER = { customerId: 3, pricesVisible: true, roles: ['OrganisationBuyer'] };
const ORDER: OrderForMail = {
  currencyCode: 'GBP',
  isTaxIncluded: true,
  customerId: 3,
  personName: 'Zoë Quinn-Okafor',
  placedBy: 'Priya Shah',
  poNumber: 'PO-2211',
  shippingMethod: 'Next working day',
  shippingAddress: {
    firstName: 'Zoë',
    lastName: 'Quinn-Okafor',
    company: 'Torbay Heights',
    address1: '12 Sea View Road',
    city: 'Torquay',
    zipPostalCode: 'TQ1 2AB',
    countryName: 'United Kingdom',
  },
  expectedOn: '2026-12-03',
  requestedOn: null,
  payment: 'On account',
  shippingMinor: 650,
  shippingTaxMinor: 130,
  feeMinor: 0,
  taxRate: 0.2,
  lines: [
    {
      quantity: 2,
      name: 'Meridian Oxford shirt, White, 15½ in, long sleeve',
      sku: 'MOS-WHT-155-L',
      unitMinor: 1995,
      taxRate: 0.2,
      wearerId: 3,
      wearerName: null,
      coveredQuantity: 2,
      unitPoints: 12,
    },
    {
      quantity: 1,
      name: 'Harland two-button jacket, Navy, 40R',
      sku: 'HTJ-NVY-40R',
      unitMinor: 7450,
      taxRate: 0.2,
      wearerId: 3,
      wearerName: null,
      coveredQuantity: 0,
      unitPoints: 40,
    },
    {
      quantity: 10,
      name: 'Marlow poplin apron, Stone',
      sku: 'MPA-STN',
      unitMinor: 950,
      taxRate: 0,
      wearerId: 4,
      wearerName: 'Niamh Dlamini',
      coveredQuantity: null,
      unitPoints: null,
    },
  ],
};
/** An order as someone sees it who sees prices with tax, and without. */
const WITH_TAX = toMailedOrder(ORDER, MANAGER);
const WITHOUT_TAX = toMailedOrder({ ...ORDER, isTaxIncluded: false }, MANAGER);

const WAITING_ORDER = {
  orderId: 10482,
  personName: 'Zoë Quinn-Okafor',
  requestedOn: '20 November 2026',
  expiresOn: '20 December 2026',
};

const CHANGED_ORDER = {
  orderId: 10482,
  firstName: 'Zoë',
  outcome: ['Cancelled: 1 × Harland two-button jacket, Navy, 40R.', 'Returned to the entitlement: 1 × Jackets.'],
};

const RETURNED_LINE = {
  number: 'R50017',
  name: 'Fellside fleece jacket, women’s, Teal, M',
  quantity: 1,
  exchangedFor: 'Teal, L',
};

const OWN_RETURN = { orderId: 10482, firstName: 'Zoë', personName: null, line: RETURNED_LINE };

const AFFECTED_APPROVAL = {
  orderId: 10482,
  firstName: 'Amara',
  personName: 'Zoë Quinn-Okafor',
  changedBy: 'Sam Whitfield',
  reasons: ['Every order needs approval'],
};

const DELEGATION = {
  firstName: 'Amara',
  approverName: 'Zoë Quinn-Okafor',
  delegateName: 'Amara Lindqvist',
  period: 'from 12 December 2026 to 20 December 2026',
};

const DECISION = {
  orderId: 10482,
  firstName: 'Zoë',
  personName: null,
  decidedBy: 'Amara Vance',
  reason: null,
  currencyCode: 'GBP',
  order: WITHOUT_TAX,
  dropped: [],
  sentBack: [],
};
const DECIDED = WITHOUT_TAX.lines;

/** Mails about orders, their approval, and returns, with data that show them well. */
export const ORDER_MAIL_SAMPLES = {
  'order-placed': aSample(orderPlacedMail, {
    data: {
      orderId: 10482,
      firstName: 'Zoë',
      requiresApproval: false,
      ...WITH_TAX,
    },
    secrets: undefined,
  }),
  'ordered-for-you': aSample(orderedForYouMail, {
    data: {
      orderId: 10482,
      firstName: 'Zoë',
      orderedBy: 'Sam Whitfield',
      requiresApproval: false,
      ...toMailedOrder({ ...ORDER, customerId: 5 }, { ...MANAGER, isWearer: true }),
    },
    secrets: undefined,
  }),
  'order-cancelled': aSample(orderCancelledMail, {
    data: { ...CHANGED_ORDER, personName: null, changedBy: 'Sam Whitfield', reason: 'Ordered twice.' },
    secrets: undefined,
  }),
  'order-changed': aSample(orderChangedMail, {
    data: { ...CHANGED_ORDER, personName: 'Amara Lindqvist', changedBy: null, reason: null, order: WITH_TAX },
    secrets: undefined,
  }),
  'order-shipped': aSample(orderShippedMail, {
    data: {
      orderId: 10482,
      firstName: 'Amara',
      personName: null,
      parcels: [
        {
          carrier: 'Northline Parcels',
          trackingNumber: 'NL48210963GB',
          trackingUrl: 'https://track.northline.example/parcel/NL48210963GB',
          lines: [
            { name: 'Oxford shirt, White, 16', quantity: 2, sku: 'MER-OX-16' },
            { name: 'Marlow poplin apron, Stone', quantity: 10, sku: 'MPA-STN', wearerName: 'Niamh Dlamini' },
          ],
        },
      ],
      rest: [{ name: 'Two-button jacket, Navy, 42 Long', quantity: 1, sku: 'HAR-J-42L', due: '9 December 2026' }],
      deliverTo: ['Zoë Quinn-Okafor', 'Torbay Heights', '12 Sea View Road', 'Torquay', 'TQ1 2AB'],
    },
    secrets: undefined,
  }),
  'order-ready-to-collect': aSample(readyToCollectMail, {
    data: {
      orderId: 10482,
      firstName: 'Amara',
      personName: null,
      collectFrom: 'Counter of the depot, 4 Mill Lane, Preston PR1 8XY',
      openingHours: 'Monday to Friday, 7:30 to 16:00',
      lines: [
        { name: 'Oxford shirt, White, 16', quantity: 2 },
        { name: 'Two-button jacket, Navy, 42 Long', quantity: 1 },
      ],
    },
    secrets: undefined,
  }),
  'order-date-moved': aSample(dateMovedMail, {
    data: {
      orderId: 10482,
      firstName: 'Amara',
      personName: 'Niamh Dlamini',
      reason: 'The mill is late.',
      lines: [{ name: 'Two-button jacket, Navy, 42 Long', quantity: 1, due: '16 December 2026', before: '9 December 2026' }],
    },
    secrets: undefined,
  }),
  'approval-requested-again': aSample(approvalRequestedAgainMail, {
    data: { ...AFFECTED_APPROVAL, order: WITH_TAX },
    secrets: undefined,
  }),
  'approval-dearer': aSample(approvalDearerMail, {
    data: {
      ...AFFECTED_APPROVAL,
      changes: [
        '3 × Winter jacket, XL instead of 3 × Winter jacket, L.',
        'Price of Winter jacket, XL: £119.00 instead of £94.00 each, excluding tax.',
        'Total £840.78 instead of £750.60.',
      ],
    },
    secrets: undefined,
  }),
  'approval-withdrawn': aSample(approvalWithdrawnMail, { data: AFFECTED_APPROVAL, secrets: undefined }),
  'proof-ready': aSample(proofReadyMail, {
    data: {
      firstName: 'Tomasz',
      proofId: 31,
      design: 'Left chest: Corvane, Embroidery',
      version: 2,
      size: '80 × 35 mm',
      orders: 3,
    },
    secrets: undefined,
  }),
  'proof-reminder': aSample(proofReminderMail, {
    data: {
      firstName: 'Tomasz',
      proofs: [
        { proofId: 31, design: 'Left chest: Corvane, Embroidery', shownOn: '24 November 2026' },
        { proofId: 33, design: 'Back: “Site manager”, Transfer', shownOn: '25 November 2026' },
      ],
      count: 2,
    },
    secrets: undefined,
  }),
  'approval-reminder': aSample(approvalReminderMail, {
    data: { firstName: 'Amara', orders: [WAITING_ORDER, { ...WAITING_ORDER, orderId: 10483 }], count: 23 },
    secrets: undefined,
  }),
  'approval-escalated': aSample(approvalEscalatedMail, {
    data: { firstName: 'Amara', orders: [WAITING_ORDER], count: 1 },
    secrets: undefined,
  }),
  invoice: aSample(invoiceMail, { data: INVOICE_MAIL, secrets: undefined }),
  'approval-expired': aSample(approvalExpiredMail, {
    data: { firstName: 'Amara', orderId: 10482, personName: 'Zoë Quinn-Okafor' },
    secrets: undefined,
  }),
  'approval-delegated': aSample(approvalDelegatedMail, {
    data: { ...DELEGATION, isDelegate: true, by: null },
    secrets: undefined,
  }),
  'approval-delegation-ended': aSample(delegationEndedMail, {
    data: { ...DELEGATION, isDelegate: false, by: 'Sam Whitfield' },
    secrets: undefined,
  }),
  'approval-requested': aSample(approvalRequestedMail, {
    data: {
      orderId: 10482,
      firstName: 'Amara',
      personName: 'Zoë Quinn-Okafor',
      placedBy: 'Priya Shah',
      reasons: ['2 pieces beyond the entitlement', 'Goods worth more than £1,000.00'],
      explanations: ['Meridian Oxford shirt, White, 15½ in: I also work in the garden from March.'],
      expiresOn: '12 December 2026',
      ...toMailedOrder({ ...ORDER, expectedOn: null }, { ...MANAGER, customerId: 4 }),
    },
    secrets: undefined,
  }),
  'order-approved': aSample(orderApprovedMail, {
    data: DECISION,
    secrets: undefined,
  }),
  'order-partly-approved': aSample(orderPartlyApprovedMail, {
    data: {
      ...DECISION,
      personName: 'Zoë Quinn-Okafor',
      reason: 'The aprons are in the store room.',
      order: { ...WITHOUT_TAX, facts: { ...WITHOUT_TAX.facts, isOwn: false } },
      dropped: DECIDED.slice(1, 2),
      sentBack: DECIDED.slice(2),
    },
    secrets: undefined,
  }),
  'order-rejected': aSample(orderRejectedMail, {
    data: { ...DECISION, reason: 'Over budget for this quarter.', dropped: DECIDED },
    secrets: undefined,
  }),
  'order-sent-back': aSample(orderSentBackMail, {
    data: { ...DECISION, reason: 'One apron for each person, please.', sentBack: DECIDED },
    secrets: undefined,
  }),
  'stock-notice': aSample(stockNoticeMail, {
    data: {
      firstName: 'Zoë',
      items: [
        { productId: 12, combinationId: 345, name: 'Oxford shirt', description: 'White, M, Slim' },
        { productId: 14, combinationId: 377, name: 'Chino trousers', description: 'Navy, 32 L' },
      ],
    },
    secrets: undefined,
  }),
  'return-requested': aSample(returnRequestedMail, {
    data: {
      orderId: 10482,
      firstName: 'Zoë',
      personName: null,
      lines: [RETURNED_LINE],
      isExchange: true,
      reservedUntil: '18 December 2026',
    },
    secrets: undefined,
  }),
  'return-received': aSample(returnReceivedMail, {
    data: { ...OWN_RETURN, received: 1, next: 'We are sending the new size next.' },
    secrets: undefined,
  }),
  'return-decided': aSample(returnDecidedMail, {
    data: { ...OWN_RETURN, outcome: 'Rejected.', reason: 'The jacket has been worn.' },
    secrets: undefined,
  }),
  'return-cancelled': aSample(returnCancelledMail, { data: OWN_RETURN, secrets: undefined }),
  'exchange-reminder': aSample(exchangeReminderMail, {
    data: { ...OWN_RETURN, reservedUntil: '18 December 2026' },
    secrets: undefined,
  }),
  'exchange-expired': aSample(exchangeExpiredMail, {
    data: { ...OWN_RETURN, reservedUntil: '18 December 2026' },
    secrets: undefined,
  }),
};
