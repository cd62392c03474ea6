import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  amountInput,
  currencyCode,
  dateTime,
  described,
  entity,
  idOrNone,
  int,
  maybe,
  money,
  nullable,
  paging,
  pdfFile,
  text,
  totalCount,
} from '../../values.ts';
import { givenMeasurements, madeToMeasureFields, madeToMeasureParams, madeToMeasureTags } from './made-to-measure.ts';
import { MAX_LEAD_TIME_DAYS } from './made-to-measure-limits.ts';

const tags = madeToMeasureTags;
const params = madeToMeasureParams;

/** A request as operators see it. */
const operatorRequest = entity('OperatorMadeToMeasureRequest', {
  ...madeToMeasureFields,
  organisationId: int,
  organisationName: described(text, 'Name of the organisation, for example `Northline Hotels`.'),
  currencyCode,
  unitPrice: described(nullable(money), 'Unit price, excluding tax; null before the answer, and at the price of the product.'),
  listPrice: described(
    nullable(money),
    'Price of the product in a size for this organisation, excluding tax; null on request. What `unitPrice` is above it is the surcharge.',
  ),
  orderedOnUtc: described(nullable(dateTime), 'When it was ordered and released; null before.'),
  dueOn: described(nullable(Type.String({ format: 'date' })), 'Day until which it is promised; null unless it was ordered.'),
  shippedQuantity: described(int, 'Pieces that were sent.'),
});

const operatorReply = Type.Object({ request: operatorRequest });

/** Garments made to measure, for the operators who answer requests and make them. */
export const operatorMadeToMeasureEndpoints = {
  'GET /api/operator/madetomeasure': endpoint({
    name: 'listOperatorMadeToMeasure',
    summary: 'List requests for garments made to measure',
    description: 'Of the operator’s brands, oldest first; closed ones newest first. Without measurements.',
    tags,
    access: operator('tailoring:read'),
    query: Type.Object({
      ...paging,
      state: described(
        Type.Optional(
          Type.String({
            pattern: '^(toAnswer|toMake|waiting|closed)$',
            message: 'State must be toAnswer, toMake, waiting or closed.',
          }),
        ),
        '`toAnswer`: waits for price and date; `toMake`: ordered and released, and not made yet; `waiting`: for the wearer or an approval; `closed`: made, or ended. All when absent.',
      ),
      organisationId: described(Type.Optional(idOrNone('organisation')), 'Only requests of this organisation; 0 for all.'),
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
        'Number of a request or order, for example `M12`, or part of the name of the wearer, the organisation or the garment.',
      ),
    }),
    reply: Type.Object({
      totalCount,
      counts: entity('MadeToMeasureCounts', {
        toAnswer: described(int, 'Requests that wait for price and date.'),
        toMake: described(int, 'Garments to make.'),
      }),
      requests: Type.Array(operatorRequest),
    }),
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
        'Unit price, excluding tax, in the currency of the organisation.',
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
