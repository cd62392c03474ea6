import Type from 'typebox';
import { endpoint, operator, signedIn } from '../endpoint.ts';
import { INVOICE_MODES } from '../organisation/settings/settings.ts';
import {
  amountInput,
  bool,
  currencyCode,
  described,
  entity,
  id,
  int,
  maybe,
  money,
  nullable,
  oneOf,
  paging,
  text,
  totalCount,
} from '../values.ts';

const credit = entity('Credit', {
  limit: described(
    nullable(money),
    'Credit limit of the organisation, including tax; null without one, and for everyone but Admins of the whole organisation.',
  ),
  remaining: described(
    nullable(money),
    'What is left of the credit limit; null without one, and for everyone but Admins of the whole organisation. Negative once the limit is exceeded.',
  ),
  refusal: described(nullable(text), 'Why the cart cannot be ordered on account now, as a sentence; null when it can.'),
  currencyCode,
});

/** The terms on which an organisation buys on account, as the supplier sees them. */
const billingFields = {
  creditLimit: described(nullable(money), 'Largest open amount including tax; null: no limit.'),
  creditHold: described(bool, 'Whether the organisation can order nothing until the hold is lifted.'),
  openAmount: described(
    money,
    'Unpaid invoices, less credit that covers no invoice yet, and orders that have not been invoiced, including tax.',
  ),
  invoiceMode: oneOf(INVOICE_MODES, '`shipment`: an invoice for each shipment; `monthly`: one for all shipments of a month.'),
  invoiceEmail: described(nullable(text), 'Who is mailed about invoices; null: the Admins of the whole organisation.'),
  paymentTermDays: described(
    nullable(int),
    'Days after the date of an invoice within which it is to be paid; null: those of the brand.',
  ),
  currencyCode,
};

const billing = entity('OrganisationTerms', {
  ...billingFields,
  organisationName: text,
  brandPaymentTermDays: described(int, 'Days to pay where the organisation has no own payment term.'),
  unpaidInvoices: described(money, 'What is open of invoices; part of the open amount.'),
  overdueInvoices: described(money, 'The part of it that is overdue.'),
  unusedCredit: described(money, 'Payments and credit notes that cover no invoice yet; taken off the open amount.'),
  notInvoiced: described(money, 'Orders, or parts of them, that have not been invoiced; part of the open amount.'),
  fileBytes: described(int, 'What the files that the organisation’s people have uploaded take, in bytes.'),
  fileQuotaBytes: described(int, 'What they may take.'),
});

/** Credit limit and credit hold of organisations that buy on account. */
export const creditEndpoints = {
  'GET /api/credit': endpoint({
    name: 'getCredit',
    summary: 'Get what is left of the credit limit',
    description:
      'And whether the cart can be ordered on account. Placing the order checks it again. Amounts are for Admins of the whole organisation alone; others read whether they can order.',
    tags: ['Checkout'],
    access: signedIn,
    reply: entity({ credit }),
  }),

  'GET /api/operator/organisations': endpoint({
    name: 'listOrganisations',
    summary: 'List the organisations of the brands, with their terms',
    description: 'In the order of their names.',
    tags: ['Invoices'],
    access: operator('invoices:read'),
    query: Type.Object({
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
        'Part of the name.',
      ),
      onHold: described(Type.Optional(bool), 'Only organisations that cannot order.'),
      ...paging,
    }),
    reply: Type.Object({
      organisations: Type.Array(
        entity({
          id: int,
          name: text,
          brandId: described(int, 'Brand that supplies it.'),
          companyName: described(text, 'What the brand is called.'),
          ...billingFields,
        }),
      ),
      totalCount,
    }),
  }),

  'GET /api/operator/organisations/choices': endpoint({
    name: 'listOrganisationChoices',
    summary: 'List the names of the organisations of the brands',
    description: 'In the order of their names, to filter lists by one of them.',
    tags: ['Invoices'],
    access: { ...operator('orders:read'), anyRight: true },
    query: Type.Object({
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
        'Part of the name.',
      ),
      organisationId: described(Type.Optional(id('organisation')), 'Only this organisation.'),
      ...paging,
    }),
    reply: Type.Object({ organisations: Type.Array(entity({ id: int, name: text })), totalCount }),
  }),

  'GET /api/operator/organisations/:id/credit': endpoint({
    name: 'getOrganisationTerms',
    summary: 'Get the terms of an organisation',
    description: 'Credit limit, credit hold, open amount and how it is invoiced.',
    tags: ['Invoices'],
    access: operator('invoices:read'),
    params: Type.Object({ id: id('organisation') }),
    reply: entity({ billing }),
  }),

  'PUT /api/operator/organisations/:id/credit': endpoint({
    name: 'updateOrganisationTerms',
    summary: 'Change the terms of an organisation',
    description: 'What is absent stays as it is. Applies to the next order; a changed way of invoicing to the next shipment.',
    tags: ['Invoices'],
    access: operator('invoices:write'),
    params: Type.Object({ id: id('organisation') }),
    root: 'billing',
    body: Type.Object({
      creditLimit: described(
        maybe(
          amountInput({
            minimum: 0,
            maximum: 1_000_000_000,
            message: 'Please enter a credit limit from 0 to 1,000,000,000.',
          }),
        ),
        'Largest open amount including tax; null: no limit.',
      ),
      creditHold: described(Type.Optional(bool), 'Whether the organisation can order nothing.'),
      invoiceMode: described(
        Type.Optional(Type.Union([Type.Literal('shipment'), Type.Literal('monthly')])),
        '`shipment` or `monthly`.',
      ),
      invoiceEmail: described(
        maybe(Type.String({ maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$', message: 'Please enter a valid email address.' })),
        'Who is mailed about invoices; null: the Admins of the whole organisation.',
      ),
      paymentTermDays: described(
        maybe(Type.Integer({ minimum: 0, maximum: 365, message: 'Please enter a number of days from 0 to 365.' })),
        'Days to pay; null: those of the brand. Applies to the next invoice.',
      ),
      fileQuotaBytes: described(
        Type.Optional(Type.Integer({ minimum: 0, maximum: 1_099_511_627_776, message: 'Please enter at most 1,024 GB.' })),
        'What the files of the organisation may take.',
      ),
    }),
    reply: entity({ billing }),
  }),
};
