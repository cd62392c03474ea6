import Type from 'typebox';
import { endpoint, signedIn } from '../../endpoint.ts';
import {
  attributeDescription,
  bool,
  dateTime,
  described,
  entity,
  id,
  idOrNone,
  int,
  lengthUnit,
  maybe,
  money,
  nullable,
  oneOf,
  paging,
  sku,
  text,
  totalCount,
} from '../../values.ts';
import { MADE_TO_MEASURE_STATUSES, MAX_MEASUREMENTS, MEASURE_LIMITS } from './made-to-measure-limits.ts';

/** The heading of these calls in the documentation. */
export const madeToMeasureTags = ['Made to measure'] as const;
const tags = madeToMeasureTags;

const statusMeaning =
  '`asked`: waits for the wearer’s measurements; `requested`: waits for the supplier; `answered`: can be ordered until `expiresOnUtc`; `ordered`: in an order; `made`: the supplier has made it.';
const status = oneOf(MADE_TO_MEASURE_STATUSES, statusMeaning);

/** A measurement of a wearer. Only the wearer and the operator who makes the garment read it. */
const wearerMeasurement = entity('WearerMeasurement', {
  name: described(text, 'What was measured, for example `Chest`.'),
  value: described(Type.Number(), 'Length in `unit`.'),
  unit: lengthUnit,
});

/** What a wearer gave. */
export const givenMeasurements = entity('GivenMeasurements', {
  measurements: described(Type.Array(wearerMeasurement), 'What the wearer measured; empty once it has been deleted.'),
  comments: described(nullable(text), 'Note of the wearer for the maker; null for none.'),
});

/** What customers and operators see alike of a request. */
export const madeToMeasureFields = {
  id: int,
  productId: int,
  productName: text,
  sku,
  attributeDescription,
  quantity: described(int, 'Pieces.'),
  customerId: described(int, 'The wearer.'),
  customerName: described(text, 'Name of the wearer, for example `Ada Shore`.'),
  status,
  isOffered: described(
    bool,
    'The garment is offered made to measure: it is ordered at its price, without an answer of the supplier.',
  ),
  hasMeasurements: described(bool, 'The measurements are stored, for the operator who makes the garment. No list contains them.'),
  leadTimeDays: described(nullable(int), 'Days from the order until it is sent; null before the answer.'),
  answer: described(
    nullable(text),
    'What the supplier wrote with the price, or why the request was declined, for example `We need two fittings`; null for nothing.',
  ),
  createdOnUtc: dateTime,
  answeredOnUtc: described(nullable(dateTime), 'When the supplier answered; null before.'),
  expiresOnUtc: described(nullable(dateTime), 'Until when it can be ordered; null unless it was answered with a price.'),
  orderId: described(nullable(int), 'Order that carries it; null for none.'),
};

const unitPrice = described(
  nullable(money),
  'Unit price, excluding tax; null before the answer, at the price of the product, or when it is hidden from the person.',
);
const listPrice = described(
  nullable(money),
  'Price of the product in a size, excluding tax: what `unitPrice` is above it is the surcharge. Null on request, or when it is hidden from the person.',
);

/** What a piece takes from what the wearer is entitled to. */
const madeToMeasureCost = entity('MadeToMeasureCost', {
  unit: Type.Union([Type.Literal('pieces'), Type.Literal('points'), Type.Literal('money')], {
    description: 'In what the wearer’s entitlement counts; `money` excludes tax.',
  }),
  label: described(text, 'The part of the wardrobe or the budget in which it counts, for example `Jackets`.'),
  unitCost: described(
    nullable(Type.Number()),
    'What one piece takes: 1 piece, points, or money; null without a price or points, or when prices are hidden from the person.',
  ),
  left: described(
    nullable(Type.Number()),
    'What is left of it; null without a limit, or when prices are hidden from the person.',
  ),
  beyond: Type.Union([Type.Literal('block'), Type.Literal('approval'), Type.Literal('ownPayment')], {
    description:
      'What happens to pieces beyond it: they cannot be ordered, need an approval, or are paid for by the wearer, who is the caller then.',
  }),
});
const cost = described(
  nullable(madeToMeasureCost),
  'What a piece takes from what the wearer is entitled to; null where it counts nowhere, and once it cannot be ordered.',
);

/** A request as the wearer, and who asked for it, see it. */
const madeToMeasureRequest = entity('MadeToMeasureRequest', {
  ...madeToMeasureFields,
  unitPrice,
  listPrice,
  cost,
  requestedBy: described(nullable(text), 'Name of whoever asked for the wearer; null for the wearer.'),
  isOwn: described(bool, 'The caller is the wearer.'),
  canOrder: described(bool, 'It can be put into the cart.'),
  isInCart: described(bool, 'It is in a cart.'),
});

/** A request as the export of one's own data has it. */
export const exportedMadeToMeasure = entity('ExportedMadeToMeasure', {
  ...madeToMeasureRequest.properties,
  ...givenMeasurements.properties,
  consentedOnUtc: described(nullable(dateTime), 'When the person agreed that the measurements are stored; null without any.'),
});

const measurements = described(
  Type.Array(
    entity('MeasurementInput', {
      name: Type.String({ maxLength: 60, message: 'The name of a measurement must not be longer than 60 characters.' }),
      value: described(
        Type.Number({
          minimum: MEASURE_LIMITS.min,
          maximum: MEASURE_LIMITS.max,
          message: `A measurement must be a number from ${MEASURE_LIMITS.min} to ${MEASURE_LIMITS.max}.`,
        }),
        'Length in `unit`.',
      ),
      unit: described(
        Type.Integer({ enum: [0, 2], message: 'The unit must be centimetres (0) or inches (2).' }),
        '0 centimetres, 2 inches.',
      ),
    }),
    {
      minItems: 1,
      maxItems: MAX_MEASUREMENTS,
      message: `Please enter 1 to ${MAX_MEASUREMENTS} measurements.`,
    },
  ),
  `1 to ${MAX_MEASUREMENTS} measurements.`,
);
const comments = described(
  maybe(Type.String({ maxLength: 1000, message: 'Comments must not be longer than 1000 characters.' })),
  'Note for the maker, for example `Left arm 2 cm longer`. It is kept with the measurements.',
);
const consent = described(
  Type.Integer({ minimum: 1, maximum: 1000, message: 'Please agree that the measurements are stored.' }),
  'Version of the text that the wearer agrees to: 1.',
);

const requestReply = Type.Object({ request: madeToMeasureRequest });
/** The request that a call is about. */
export const madeToMeasureParams = Type.Object({ id: id('madeToMeasureRequest') });
const params = madeToMeasureParams;

const forCustomer = Type.Object({
  customerId: described(
    maybe(idOrNone('customer')),
    'The wearer, of those whom the caller may order for; absent or 0: the caller.',
  ),
});

/** Garments that are made to a wearer's measurements: requesting, answering, ordering and making them. */
export const madeToMeasureEndpoints = {
  'GET /api/madetomeasure/garments': endpoint({
    name: 'listMadeToMeasureGarments',
    summary: 'List the garments that can be made to measure',
    description:
      'Those with sizes that the caller may order, by name; first those that are offered so. Of any other the supplier is asked.',
    tags,
    access: signedIn,
    query: Type.Object({
      ...paging,
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
        'Part of the name of the garment, for example `jacket`.',
      ),
    }),
    reply: Type.Object({
      totalCount,
      garments: Type.Array(
        entity('MadeToMeasureGarmentItem', {
          id: described(int, 'Product.'),
          name: text,
          imageSrc: described(nullable(text), 'Picture of the garment; null without one.'),
          isOffered: described(bool, 'It is ordered at its price; otherwise the supplier is asked for price and date.'),
          leadTimeDays: described(nullable(int), 'Days from the order until it is sent; null when they are not known.'),
        }),
      ),
    }),
  }),

  'GET /api/madetomeasure/garments/:id': endpoint({
    name: 'getMadeToMeasureGarment',
    summary: 'Get how a garment is made to measure',
    description:
      'Whether it is ordered at once or the supplier is asked, in which colours, and what it takes from the entitlement.',
    tags,
    access: signedIn,
    params: Type.Object({ id: id('product') }),
    query: forCustomer,
    reply: Type.Object({
      garment: entity('MadeToMeasureGarment', {
        productId: int,
        productName: text,
        customerId: described(int, 'The wearer.'),
        customerName: described(text, 'Name of the wearer, for example `Ada Shore`.'),
        isOffered: described(bool, 'It is ordered at its price; otherwise the supplier is asked for price and date.'),
        leadTimeDays: described(nullable(int), 'Days from the order until it is sent; null when they are not known.'),
        unitPrice,
        cost,
        colours: described(
          Type.Array(
            entity('MadeToMeasureColour', {
              id: int,
              name: text,
              imageSrc: described(nullable(text), 'Picture of the garment in this colour; null without one.'),
            }),
          ),
          'Colours, by the id of their value; empty for a garment without colours.',
        ),
      }),
    }),
  }),

  'GET /api/madetomeasure': endpoint({
    name: 'listMadeToMeasureRequests',
    summary: 'List one’s own requests for garments made to measure',
    description:
      'The requests of the caller as wearer, and those that the caller made for others, newest first. Without measurements.',
    tags,
    access: signedIn,
    reply: Type.Object({
      requests: Type.Array(madeToMeasureRequest),
      consentVersion: described(int, 'Version of the text that a wearer agrees to.'),
    }),
  }),

  'POST /api/madetomeasure': endpoint({
    name: 'requestMadeToMeasure',
    summary: 'Order or request a garment made to measure',
    description:
      'Of the caller, with measurements and consent: a garment that is offered so goes into the cart, for any other the supplier is asked. With `customerId` of someone whom the caller may order for, the wearer is asked for both, and gives them alone; during impersonation that is the person. 429 after 20 in a day.',
    tags,
    access: signedIn,
    whileImpersonating: 'allowed',
    refusesUnknown: true,
    body: Type.Object({
      productId: id('product'),
      colourId: described(maybe(idOrNone('attributeValue')), 'Colour; null for a garment without colours.'),
      quantity: described(
        Type.Optional(Type.Integer({ minimum: 1, maximum: 100, message: 'Quantity must be a whole number from 1 to 100.' })),
        'Pieces; 1 when absent.',
      ),
      customerId: described(
        maybe(idOrNone('customer')),
        'The wearer; absent, null or 0: the caller, or during impersonation the person.',
      ),
      measurements: Type.Optional(measurements),
      comments,
      consentVersion: Type.Optional(consent),
    }),
    reply: requestReply,
  }),

  'POST /api/madetomeasure/:id/measurements': endpoint({
    name: 'giveMeasurements',
    summary: 'Give the measurements that one was asked for',
    description: 'By the wearer alone, with consent. Refused during impersonation.',
    tags,
    access: signedIn,
    refusesUnknown: true,
    params,
    body: Type.Object({ measurements, comments, consentVersion: consent }),
    reply: requestReply,
  }),

  'GET /api/madetomeasure/:id/measurements': endpoint({
    name: 'getRequestMeasurements',
    summary: 'Get the measurements that one gave',
    description: 'Of the wearer alone.',
    tags,
    access: signedIn,
    whileImpersonating: 'refused',
    params,
    reply: givenMeasurements,
  }),

  'POST /api/madetomeasure/:id/order': endpoint({
    name: 'orderMadeToMeasure',
    summary: 'Put an answered request into the cart',
    description:
      'By the wearer, or by whoever made the request for the wearer, at the price of the answer; during impersonation into the cart of the person. Repeating it changes nothing.',
    tags,
    access: signedIn,
    whileImpersonating: 'allowed',
    params,
    reply: requestReply,
  }),

  'POST /api/madetomeasure/:id/withdraw': endpoint({
    name: 'withdrawMadeToMeasure',
    summary: 'Withdraw a request, and the consent with it',
    description:
      'Deletes the measurements at once. 409 once it is in an order, which can be cancelled until the garment is made.',
    tags,
    access: signedIn,
    params,
    reply: requestReply,
  }),
} as const;
