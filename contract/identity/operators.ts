import Type from 'typebox';
import { API_KEY_SCOPES, endpoint, operator } from '../endpoint.ts';
import { described, entity, text } from '../values.ts';

/** Operators of the supplier, and its API keys. */
export const operatorEndpoints = {
  'GET /api/operator/me': endpoint({
    summary: 'Say who makes the request',
    description: 'The operator or API key, its brands and what it may do.',
    tags: ['Operators'],
    access: operator('orders:read'),
    reply: entity({
      operator: entity({
        kind: described(
          Type.Union([Type.Literal('operator'), Type.Literal('api_key')]),
          'Whether a person or another system makes the request.',
        ),
        name: described(text, 'The name of the operator or of the API key.'),
        scopes: described(
          Type.Array(text),
          `What may be done. For API keys some of: ${API_KEY_SCOPES.join(', ')}. Operators have all of them.`,
        ),
        brands: described(
          Type.Array(
            entity({
              id: described(Type.Integer(), 'The id of the brand.'),
              name: described(text, 'The theme of the brand.'),
              companyName: described(text, 'The name of the brand as customers see it.'),
            }),
          ),
          'The brands whose organisations may be worked for.',
        ),
      }),
    }),
  }),
} as const;
