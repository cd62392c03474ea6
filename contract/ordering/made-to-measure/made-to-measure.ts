import Type from 'typebox';
import { endpoint, operator, signedIn } from '../../endpoint.ts';
import {
  amountInput,
  attributeDescription,
  bool,
  currencyCode,
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
  pdfFile,
  sku,
  text,
  totalCount,
} from '../../values.ts';
import { MADE_TO_MEASURE_STATUSES, MAX_LEAD_TIME_DAYS, MAX_MEASUREMENTS, MEASURE_LIMITS } from './made-to-measure-limits.ts';

const tags = ['Made to measure'] as const;

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
const givenMeasurements = entity('GivenMeasurements', {
  measurements: described(Type.Array(wearerMeasurement), 'What the wearer measured; empty once it has been deleted.'),
  comments: described(nullable(text), 'Note of the wearer for the maker; null for none.'),
});

const requestFields = {
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
  'Price of one piece, excluding tax; null before the answer, at the price of the product, or when it is hidden from the person.',
);

/** A request as the wearer, and who asked for it, see it. */
const madeToMeasureRequest = entity('MadeToMeasureRequest', {
  ...requestFields,
  unitPrice,
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

/** A request as operators see it. */
const operatorRequest = entity('OperatorMadeToMeasureRequest', {
  ...requestFields,
  organisationId: int,
  organisationName: described(text, 'Name of the organisation, for example `Northline Hotels`.'),
  currencyCode,
  unitPrice,
  orderedOnUtc: described(nullable(dateTime), 'When it was ordered and released; null before.'),
  dueOn: described(nullable(Type.String({ format: 'date' })), 'Day until which it is promised; null unless it was ordered.'),
  shippedQuantity: described(int, 'Pieces that were sent.'),
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
const operatorReply = Type.Object({ request: operatorRequest });
const params = Type.Object({ id: id('madeToMeasureRequest') });

/** Garments that are made to a wearer's measurements: requesting, answering, ordering and making them. */
export const madeToMeasureEndpoints = {
  'GET /api/madetomeasure/garments/:id': endpoint({
    name: 'getMadeToMeasureGarment',
    summary: 'Get how a garment is made to measure',
    description: 'Whether it is ordered at once or the supplier is asked, and in which colours.',
    tags,
    access: signedIn,
    params: Type.Object({ id: id('product') }),
    reply: Type.Object({
      garment: entity('MadeToMeasureGarment', {
        productId: int,
        productName: text,
        isOffered: described(bool, 'It is ordered at its price; otherwise the supplier is asked for price and date.'),
        leadTimeDays: described(nullable(int), 'Days from the order until it is sent; null when they are not known.'),
        unitPrice,
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
      'Of the caller, with measurements and consent: a garment that is offered so goes into the cart, for any other the supplier is asked. With `customerId` of someone whom the caller may order for, the wearer is asked for both, and gives them alone. 429 after 20 in a day. Refused during impersonation.',
    tags,
    access: signedIn,
    refusesUnknown: true,
    body: Type.Object({
      productId: id('product'),
      colourId: described(maybe(idOrNone('attributeValue')), 'Colour; null for a garment without colours.'),
      quantity: described(
        Type.Optional(Type.Integer({ minimum: 1, maximum: 100, message: 'Quantity must be a whole number from 1 to 100.' })),
        'Pieces; 1 when absent.',
      ),
      customerId: described(maybe(idOrNone('customer')), 'The wearer; absent, null or 0: the caller.'),
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
      'By the wearer, or by whoever made the request for the wearer, at the price of the answer. Repeating it changes nothing.',
    tags,
    access: signedIn,
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

  'GET /api/operator/madetomeasure': endpoint({
    name: 'listOperatorMadeToMeasure',
    summary: 'List requests for garments made to measure',
    description: 'Of the operator’s brands, oldest first. Without measurements.',
    tags,
    access: operator('tailoring:read'),
    query: Type.Object({
      ...paging,
      state: described(
        Type.Optional(
          Type.Union([Type.Literal('toAnswer'), Type.Literal('toMake'), Type.Literal('closed')], {
            message: 'State must be toAnswer, toMake or closed.',
          }),
        ),
        '`toAnswer`: waits for price and date; `toMake`: ordered and released, and not made yet; `closed`: anything else. All when absent.',
      ),
    }),
    reply: Type.Object({ totalCount, requests: Type.Array(operatorRequest) }),
  }),

  'GET /api/operator/madetomeasure/:id': endpoint({
    name: 'getOperatorMadeToMeasure',
    summary: 'Get a request for a garment made to measure',
    description: 'Without measurements.',
    tags,
    access: operator('tailoring:read'),
    params,
    reply: operatorReply,
  }),

  'GET /api/operator/madetomeasure/:id/measurements': endpoint({
    name: 'openMeasurements',
    summary: 'Open the measurements of a request',
    description: 'For the operator who answers it or makes the garment. Each call is recorded. 409 when they were deleted.',
    tags,
    access: operator('tailoring:write'),
    params,
    reply: givenMeasurements,
  }),

  'GET /api/operator/madetomeasure/:id/worksheet': endpoint({
    name: 'downloadWorkSheet',
    summary: 'Download the work sheet of a garment made to measure as PDF',
    description:
      'With the measurements, for the maker. Each call is recorded. 409 before it is ordered, and when the measurements were deleted.',
    tags,
    access: operator('tailoring:write'),
    params,
    reply: pdfFile,
  }),

  'POST /api/operator/madetomeasure/:id/answer': endpoint({
    name: 'answerMadeToMeasure',
    summary: 'Answer a request with price and lead time',
    description: 'The wearer, and whoever asked for the wearer, are mailed. 409 when it no longer waits for an answer.',
    tags,
    access: operator('tailoring:write'),
    refusesUnknown: true,
    params,
    body: Type.Object({
      unitPrice: described(
        amountInput({ minimum: 0, maximum: 100_000, message: 'Please enter a price from 0 to 100,000.' }),
        'Price of one piece, excluding tax, in the currency of the organisation.',
      ),
      leadTimeDays: described(
        Type.Integer({ minimum: 1, maximum: MAX_LEAD_TIME_DAYS, message: `Lead time must be 1 to ${MAX_LEAD_TIME_DAYS} days.` }),
        'Days from the order until it is sent.',
      ),
      answer: described(
        maybe(Type.String({ maxLength: 500, message: 'The note must not be longer than 500 characters.' })),
        'Note for the wearer, for example `We need two fittings`. Without measurements: it is mailed.',
      ),
    }),
    reply: operatorReply,
  }),

  'POST /api/operator/madetomeasure/:id/decline': endpoint({
    name: 'declineMadeToMeasure',
    summary: 'Decline a request',
    description: 'Deletes the measurements. The wearer, and whoever asked for the wearer, are mailed.',
    tags,
    access: operator('tailoring:write'),
    refusesUnknown: true,
    params,
    body: Type.Object({
      reason: described(
        Type.String({
          minLength: 1,
          maxLength: 500,
          pattern: '\\S',
          message: 'Please enter a reason of at most 500 characters.',
        }),
        'Reason for the wearer, for example `This cloth cannot be altered`. It is mailed.',
      ),
    }),
    reply: operatorReply,
  }),

  'POST /api/operator/madetomeasure/:id/made': endpoint({
    name: 'finishMadeToMeasure',
    summary: 'Say that a garment is made',
    description: 'It can be picked and sent from then on. 409 before its order is released.',
    tags,
    access: operator('tailoring:write'),
    params,
    reply: operatorReply,
  }),
} as const;
