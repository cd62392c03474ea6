import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  bool,
  dayInput,
  described,
  entity,
  fingerprint,
  id,
  int,
  maybe,
  msg,
  nullable,
  seenFingerprint,
  success,
  text,
} from '../../values.ts';

const tags = ['Fulfilment'] as const;
const params = Type.Object({ combinationId: id('combination'), orderItemId: id('orderItem') });

/** Giving pieces on hand to one order before others that were promised earlier. */
export const stockPriorityEndpoints = {
  'GET /api/operator/stock/:combinationId/priority/:orderItemId': endpoint({
    name: 'previewStockPriority',
    summary: 'See who would lose pieces to an order',
    description:
      'What would be given to whom if this line of an order got pieces on hand before all others. 409 `orderItem` when nothing would change.',
    tags,
    access: operator('stock:read'),
    params,
    reply: Type.Object({
      changes: described(
        Type.Array(
          entity('ChangedAllocation', {
            orderId: int,
            orderItemId: int,
            organisationName: text,
            before: described(int, 'Pieces of it that can be picked now.'),
            after: described(int, 'Pieces that could be picked then.'),
            dueOn: described(nullable(Type.String()), 'Day for which it is promised, `YYYY-MM-DD`; null for none.'),
            isPicking: described(bool, 'Whether its picking has started: the warehouse may have taken the pieces already.'),
          }),
        ),
        'The order that gets pieces, then those that lose some.',
      ),
      fingerprint,
    }),
  }),

  'POST /api/operator/stock/:combinationId/priority/:orderItemId': endpoint({
    name: 'giveStockFirst',
    summary: 'Give pieces to an order first',
    description:
      'Pieces on hand go to this line of an order before all others until they are shipped. 409 `orderItem` when nothing would change, or with the code `changed` when it is not what was seen. Send an `Idempotency-Key`: with the same key it is done once.',
    tags,
    access: operator('stock:write'),
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
        'Why; kept in the audit log, and not shown to customers.',
      ),
      dueOn: described(
        maybe(dayInput('Please enter a day, such as 2026-03-12.')),
        'Day that is promised to the orders that lose pieces, whose people are told by email; null to leave their days.',
      ),
      fingerprint: seenFingerprint,
    }),
    reply: Type.Object({ success, msg }),
  }),

  'DELETE /api/operator/stock/:combinationId/priority/:orderItemId': endpoint({
    name: 'giveStockInTurn',
    summary: 'Serve an order in turn again',
    description: 'The line gets pieces in the order of the promised days again. Days that were promised to others stay.',
    tags,
    access: operator('stock:write'),
    params,
    reply: entity({}),
  }),
} as const;
