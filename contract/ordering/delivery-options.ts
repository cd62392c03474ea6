import Type from 'typebox';
import { endpoint, operator } from '../endpoint.ts';
import {
  amountInput,
  bool,
  currencyCode,
  described,
  entity,
  expectedVersion,
  id,
  int,
  maybe,
  money,
  named,
  nullable,
  oneOf,
  text,
} from '../values.ts';

const tags = ['Delivery options'] as const;
const ROLES = 'Only people with one of these roles may choose it, for example `[33, 35]`; empty: everyone.';
const DEFAULT =
  'The one for wearers who see no prices, and the first for everyone else. Without a default it is the first that is offered to the person.';

/** How goods reach whoever ordered them. */
export const DELIVERY_KINDS = ['sent', 'collected'] as const;

/** The most delivery options of an organisation. */
export const MAX_DELIVERY_OPTIONS = 50;
const MAX_ROLES = 100;

const CUT_OFF =
  'Local time of the organisation until which an order that is released on a working day leaves, or is ready to collect, on that day, such as `14:00`. Otherwise it is due on the next working day.';
const COLLECT_FROM = 'Where it is collected, for example `Counter of the depot, 4 Mill Lane, Preston`.';
const OPENING_HOURS = 'When it can be collected, for example `Monday to Friday, 7.30 am to 4 pm`.';

/** How an order reaches whoever ordered it, in a reply. */
export const deliveryKind = oneOf(DELIVERY_KINDS, '`sent`: by a carrier; `collected`: whoever ordered fetches it.');

const deliveryOption = entity('DeliveryOption', {
  id: int,
  name: described(text, 'Name, such as `Next working day`. Orders keep it.'),
  description: described(
    nullable(text),
    'What people read about it, such as `Before noon on the next working day`; null for none.',
  ),
  rate: described(money, 'Price excluding tax.'),
  freeFrom: described(nullable(money), 'Goods value excluding tax from which it is free; null: never.'),
  kind: deliveryKind,
  cutOff: described(nullable(text), `${CUT_OFF} Null for none.`),
  collectFrom: described(nullable(text), `${COLLECT_FROM} Null where it is sent.`),
  openingHours: described(nullable(text), `${OPENING_HOURS} Null where it is sent, or when unknown.`),
  transitDays: described(
    nullable(int),
    'Working days from dispatch to delivery, or until it is ready to collect; null when unknown.',
  ),
  roleIds: described(Type.Array(int), ROLES),
  isDefault: described(bool, DEFAULT),
  isOffered: described(bool, 'Whether it can be chosen. Orders that were placed with it keep it.'),
  version: described(int, 'Changes with it; send it back with a change.'),
});

const deliveryOptions = entity('DeliveryOptions', {
  organisationName: text,
  currencyCode,
  roles: described(Type.Array(named), 'Roles that the people of the organisation can have.'),
  options: described(
    Type.Array(deliveryOption),
    'In the order in which they are offered, also those that are no longer offered.',
  ),
});

const price = (message: string) => amountInput({ minimum: 0, maximum: 1_000_000, message });
const fields = {
  description: described(
    maybe(Type.String({ maxLength: 300, message: 'Description must not be longer than 300 characters.' })),
    'What people read about it, for example `Before noon on the next working day`.',
  ),
  freeFrom: described(
    maybe(price('Please enter an amount from 0 to 1,000,000.')),
    'Goods value excluding tax from which it is free; null: never.',
  ),
  kind: described(
    Type.Optional(Type.Enum([...DELIVERY_KINDS], { message: 'The kind must be sent or collected.' })),
    '`sent`: by a carrier; `collected`: whoever ordered fetches it. Orders that were placed before keep theirs.',
  ),
  cutOff: described(
    maybe(Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', message: 'Please enter a time, such as 14:00.' })),
    `${CUT_OFF} Null for none.`,
  ),
  collectFrom: described(
    maybe(Type.String({ maxLength: 300, message: 'The place must not be longer than 300 characters.' })),
    `${COLLECT_FROM} Needed where it is collected.`,
  ),
  openingHours: described(
    maybe(Type.String({ maxLength: 300, message: 'Opening hours must not be longer than 300 characters.' })),
    OPENING_HOURS,
  ),
  transitDays: described(
    maybe(Type.Integer({ minimum: 0, maximum: 365, message: 'Please enter a number of days from 0 to 365.' })),
    'Working days from dispatch to delivery.',
  ),
  roleIds: described(Type.Optional(Type.Array(id('role'), { maxItems: MAX_ROLES, uniqueItems: true })), ROLES),
  isDefault: described(Type.Optional(bool), `${DEFAULT} Setting it takes it from the option that was the default.`),
  isOffered: described(Type.Optional(bool), 'Whether it can be chosen.'),
};
const rate = described(price('Please enter a price from 0 to 1,000,000.'), 'Price excluding tax.');

/** The ways of delivery of organisations, and who may choose which. */
export const deliveryOptionEndpoints = {
  'GET /api/operator/organisations/:id/deliveryoptions': endpoint({
    name: 'getDeliveryOptions',
    summary: 'Get the ways of delivery of an organisation, and who may choose which',
    description:
      'People are offered those of their roles and of the country of the address. Wearers who see no prices are offered the default alone.',
    tags,
    access: operator('invoices:read'),
    params: Type.Object({ id: id('organisation') }),
    reply: entity({ deliveryOptions }),
  }),

  'POST /api/operator/organisations/:id/deliveryoptions': endpoint({
    name: 'addDeliveryOption',
    summary: 'Add a way of delivery',
    description:
      '422 `collectFrom` for one that is collected nowhere, 409 `name` when the organisation has one of this name, 409 `deliveryOption` when it has 50. Send an `Idempotency-Key`: with the same key it is added once.',
    tags,
    access: operator('invoices:write'),
    params: Type.Object({ id: id('organisation') }),
    refusesUnknown: true,
    body: Type.Object({
      name: described(
        Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', message: 'Please enter a name of at most 100 characters.' }),
        'Name, for example `Next working day`. It cannot be changed, because orders keep it.',
      ),
      rate,
      ...fields,
    }),
    reply: entity({ deliveryOptions }),
  }),

  'PUT /api/operator/organisations/:id/deliveryoptions/:deliveryOptionId': endpoint({
    name: 'updateDeliveryOption',
    summary: 'Change a way of delivery',
    description:
      'What is absent stays as it is. Applies to orders that are placed from now on: who has seen another price, or had chosen an option that is no longer offered to them, is told before they order. 409 `deliveryOption` when it has been changed since the `version` sent, or when the last one offered to everyone would go.',
    tags,
    access: operator('invoices:write'),
    params: Type.Object({ id: id('organisation'), deliveryOptionId: id('deliveryOption') }),
    refusesUnknown: true,
    body: Type.Object({
      rate: Type.Optional(rate),
      ...fields,
      version: expectedVersion,
    }),
    reply: entity({ deliveryOptions }),
  }),
} as const;
