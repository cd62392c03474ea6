import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  bool,
  described,
  entity,
  expectedVersion,
  id,
  int,
  nullable,
  oneOf,
  outcomeFingerprint,
  seenOutcomeFingerprint,
  text,
  version,
} from '../../values.ts';
import { GARMENT_SIDES, previewInput, unfitting } from '../customisation/operator-decoration.ts';

const tags = ['Personalisation'] as const;

const productPositions = entity('ProductPositions', {
  garment: described(nullable(text), 'What its type of garment is called, such as `Polo shirt`; null for one without a drawing.'),
  isPossible: described(bool, 'Whether it can be personalised: it has a position.'),
  isRequired: described(bool, 'Whether it is ordered with at least one design.'),
  methods: described(
    Type.Array(entity('ProductMethod', { id: int, name: text, isActive: described(bool, 'Whether it can be ordered.') })),
    'All methods.',
  ),
  positions: described(
    Type.Array(
      entity('ProductPosition', {
        id: int,
        name: described(text, 'Name of the position, for example `Left chest`.'),
        side: oneOf(GARMENT_SIDES, 'Side of the garment.'),
        methodIds: described(Type.Array(int), 'Methods that are possible there; empty where the product does not have it.'),
      }),
    ),
    'All positions of its type of garment.',
  ),
  cartLines: described(int, 'Number of lines of open carts with a design for it, of all clients.'),
  version,
});

/** What can be put on a product. */
export const operatorPositionEndpoints = {
  'GET /api/operator/products/:id/positions': endpoint({
    name: 'getProductPositions',
    summary: 'Get what can be put on a product, and where',
    tags,
    access: operator('catalogue:read'),
    params: Type.Object({ id: id('product') }),
    reply: entity({ productPositions }),
  }),

  'PUT /api/operator/products/:id/positions': endpoint({
    name: 'setProductPositions',
    summary: 'Set what can be put on a product, and where',
    description:
      'Applies to carts at once; orders stay. Fixed texts of clients that would come onto it and do not fit are named; ask with `preview` first. 403 `product` when organisations of other brands have it in their range, 404 `decorationPosition` for a position of another type of garment, 409 `product` when someone else has changed it, 422 `isRequired` where nothing is possible.',
    tags,
    access: operator('catalogue:write'),
    refusesUnknown: true,
    params: Type.Object({ id: id('product') }),
    body: Type.Object({
      isRequired: described(bool, 'Whether it is ordered with at least one design.'),
      positions: described(
        Type.Array(
          Type.Object({
            positionId: described(id('decorationPosition'), 'The position.'),
            methodIds: described(
              Type.Array(id('decorationMethod'), { minItems: 1, maxItems: 20, uniqueItems: true, message: 'Choose a method.' }),
              'Methods that are possible there.',
            ),
          }),
          { maxItems: 50, message: 'A product can have 50 positions at most.' },
        ),
        'All its positions; empty when it cannot be personalised.',
      ),
      version: expectedVersion,
      preview: previewInput,
      outcomeFingerprint: seenOutcomeFingerprint,
    }),
    reply: entity({ productPositions, outcome: unfitting, outcomeFingerprint }),
  }),
} as const;
