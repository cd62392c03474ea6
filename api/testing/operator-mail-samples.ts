import { documentExpiryMail } from '#api/content/documents/document-expiry-mails.ts';
import {
  operatorAccessChangedMail,
  operatorInvitationMail,
  operatorPasskeyMail,
} from '#api/identity/operators/operator-mails.ts';
import { apiKeyExpiryMail, operatorAccessNoticeMail } from '#api/identity/operators/operator-notice-mails.ts';
import { madeToMeasureWaitingMail } from '#api/ordering/made-to-measure/made-to-measure-mails.ts';
import { proofChangeAskedMail, proofsWantedMail } from '#api/ordering/proofs/proof-mails.ts';
import { aSample } from './mail-sample.ts';

/** The mails to operators with data that show them well. */
export const OPERATOR_MAIL_SAMPLES = {
  'operator-invitation': aSample(operatorInvitationMail, {
    data: { name: 'Dana Kerr', validDays: 7, isNew: true },
    secrets: { token: 'tok-operator-0123456789abcdefghijklmnopqrstuvwx' },
  }),
  'operator-access-changed': aSample(operatorAccessChangedMail, {
    data: { name: 'Dana Kerr', change: 'second-factor-reset', by: 'Imran Shah', whenUtc: '2026-11-21T14:05:00.000Z' },
    secrets: undefined,
  }),
  'operator-access-notice': aSample(operatorAccessNoticeMail, {
    data: {
      name: 'Imran Shah',
      notice: {
        event: 'key-created',
        subject: 'Warehouse system',
        brands: ['Sundial Uniforms', 'Alder & Vane'],
        scopes: ['orders:write', 'shipments:write'],
        expiresUtc: '2027-02-19T14:05:00.000Z',
      },
      by: 'Dana Kerr',
      whenUtc: '2026-11-21T14:05:00.000Z',
    },
    secrets: undefined,
  }),
  'api-key-expiry': aSample(apiKeyExpiryMail, {
    data: { name: 'Imran Shah', apiKey: 'Warehouse system', expiresUtc: '2026-12-05T14:05:00.000Z' },
    secrets: undefined,
  }),
  'document-expiry': aSample(documentExpiryMail, {
    data: {
      name: 'Imran Shah',
      today: '2026-11-29',
      documents: [
        {
          name: 'Declaration of conformity: cut-resistant gloves',
          documentType: 'Declaration of conformity',
          validUntil: '2026-12-18',
        },
        { name: 'Winter catalogue', documentType: 'Catalogue', validUntil: '2026-11-20' },
      ],
    },
    secrets: undefined,
  }),
  'made-to-measure-waiting': aSample(madeToMeasureWaitingMail, {
    data: {
      name: 'Tilda Marsh',
      toAnswer: {
        count: 12,
        named: [{ number: 'M12', garment: 'Suit jacket, Navy', quantity: 2, organisation: 'Meridian Resorts' }],
      },
      toMake: {
        count: 1,
        named: [{ number: 'M9', garment: 'Poplin shirt, White', quantity: 1, organisation: 'Northline Hotels' }],
      },
    },
    secrets: undefined,
  }),
  'proof-change-asked': aSample(proofChangeAskedMail, {
    data: {
      name: 'Dana Kerr',
      requestId: 12,
      design: 'Left chest: Corvane, Embroidery',
      organisation: 'Corvane Construction',
      decidedBy: 'Tomasz Kowal',
      comment: 'The anchor should be 5 mm wider, please.',
    },
    secrets: undefined,
  }),
  'proofs-wanted': aSample(proofsWantedMail, {
    data: {
      name: 'Dana Kerr',
      designs: [
        { requestId: 12, design: 'Left chest: Corvane, Embroidery', organisation: 'Corvane Construction', orders: 3 },
        { requestId: 14, design: 'Back: “Site manager”, Transfer', organisation: 'Corvane Construction', orders: 1 },
      ],
      count: 11,
    },
    secrets: undefined,
  }),
  'operator-passkey': aSample(operatorPasskeyMail, {
    data: {
      name: 'Dana Kerr',
      change: 'added',
      passkey: 'Packing desk',
      host: 'alder.localhost',
      whenUtc: '2026-11-21T14:05:00.000Z',
    },
    secrets: undefined,
  }),
};
