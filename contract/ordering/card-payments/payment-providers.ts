import Type from 'typebox';
import { anonymous, endpoint, operator, operatorAdministrator } from '../../endpoint.ts';
import {
  bool,
  callerProof,
  dateTime,
  described,
  entity,
  expectedVersion,
  id,
  int,
  maybe,
  nullable,
  oneOf,
  text,
  version,
} from '../../values.ts';

/** Who takes card payments for the brands of the supplier, and what these providers tell. */

const tags = ['Invoices'] as const;

/** `simulated` moves no money and is for demonstrations and tests. */
export const PAYMENT_PROVIDER_NAMES = ['stripe', 'simulated'] as const;

const provider = oneOf(
  PAYMENT_PROVIDER_NAMES,
  'Who takes the payments: `stripe`, or `simulated`, which moves no money and is for demonstrations and tests.',
);

const paymentProvider = entity('PaymentProvider', {
  brandId: described(int, 'Brand of the supplier.'),
  brandName: described(text, 'Name of the brand, for example `Brackwell Workwear`.'),
  provider: described(nullable(provider), 'Who takes the payments; null when the brand takes no cards.'),
  host: described(nullable(text), 'Base address of the provider where it is not the usual one.'),
  isActive: described(bool, 'Whether new payments by card can be begun.'),
  updatedOnUtc: described(nullable(dateTime), 'When the provider or its keys were last changed; null when there are none.'),
  previousSecretExpiresOnUtc: described(
    nullable(dateTime),
    'Until when webhooks signed with the previous secret are accepted; null when there is none.',
  ),
  webhookUrl: described(
    text,
    'Address to enter at the provider for its webhooks, for example `https://portal.example/api/paymentevents/1`.',
  ),
  version: described(nullable(version), 'Version of the settings; null when there are none.'),
});

const paymentProviders = described(Type.Array(paymentProvider), 'One entry.');

const secretText = (message: string) => maybe(Type.String({ minLength: 8, maxLength: 300, message }));

/** Providers of card payments. Their keys are stored encrypted and are never read back. */
export const paymentProviderEndpoints = {
  'GET /api/operator/paymentproviders': endpoint({
    name: 'listPaymentProviders',
    summary: 'List who takes card payments for each brand',
    description: 'All brands of the caller, also those that take no cards. Keys are never read back.',
    tags,
    access: operator('invoices:read'),
    reply: Type.Object({ paymentProviders: described(Type.Array(paymentProvider), 'One entry for each brand.') }),
  }),

  'GET /api/operator/paymentproviders/:brandId': endpoint({
    name: 'getPaymentProvider',
    summary: 'Find out who takes card payments for a brand',
    description: '404 for a brand that is none of the caller’s.',
    tags,
    access: operator('invoices:read'),
    params: Type.Object({ brandId: id('brand') }),
    reply: Type.Object({ paymentProviders }),
  }),

  'PUT /api/operator/paymentproviders/:brandId': endpoint({
    name: 'savePaymentProvider',
    summary: 'Set who takes card payments for a brand',
    description:
      'Both keys are required for a brand without a provider, and for another provider; otherwise an absent key stays as it is. After a change of `webhookSecret` the previous one is accepted for 24 hours. Takes the caller’s password and a code. 409 `provider` for another provider while payments or refunds are open at the present one.',
    tags,
    access: operatorAdministrator,
    params: Type.Object({ brandId: id('brand') }),
    root: 'paymentProvider',
    refusesUnknown: true,
    body: Type.Object({
      provider,
      host: described(
        maybe(Type.String({ maxLength: 300, message: 'The address must not be longer than 300 characters.' })),
        'Base address of the provider, such as `https://api.stripe.com`; null: the usual one; absent: as it is.',
      ),
      secretKey: described(
        secretText('The secret key must have 8 to 300 characters.'),
        'Key with which the provider is called. Absent: as it is.',
      ),
      webhookSecret: described(
        secretText('The secret for webhooks must have 8 to 300 characters.'),
        'Secret with which the provider signs its webhooks. Absent: as it is.',
      ),
      isActive: described(maybe(bool), 'Whether new payments by card can be begun. Absent: as it is, at first true.'),
      version: expectedVersion,
      ...callerProof,
    }),
    reply: Type.Object({ paymentProviders }),
  }),

  'POST /api/operator/paymentproviders/:brandId/check': endpoint({
    name: 'checkPaymentProvider',
    summary: 'Check the connection with a payment provider',
    description: 'Asks the provider for something without changing anything there. 404 for a brand without a provider.',
    tags,
    access: operatorAdministrator,
    params: Type.Object({ brandId: id('brand') }),
    reply: entity('PaymentProviderCheck', {
      isConnected: described(bool, 'Whether the provider has answered and accepts the key.'),
      msg: described(text, 'The result as a sentence.'),
    }),
  }),

  'POST /api/paymentevents/:brandId': endpoint({
    name: 'receivePaymentEvent',
    summary: 'Receive a webhook of a payment provider',
    description:
      'For the payment provider of a brand alone. The body is what the provider sends, of any content type, with its signature in the header that it uses. 400 for a signature that is wrong or older than five minutes, or a body that cannot be read; 404 for a brand without a provider; 413 above 256 KB. An event of a kind that is of no use, and one that has been received before, is answered with 200.',
    tags,
    access: anonymous,
    anyHost: true,
    upload: 'bytes',
    params: Type.Object({ brandId: id('brand') }),
    reply: entity('PaymentEventReceipt', {
      received: described(bool, 'Always true: the provider need not send the event again.'),
    }),
  }),
};
