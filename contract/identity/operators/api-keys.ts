import Type from 'typebox';
import { API_KEY_SCOPES, endpoint, operatorOnly } from '../../endpoint.ts';
import { bool, dateTime, described, entity, id, int, nullable, text } from '../../values.ts';
import { brandIds, operatorBrand } from './operators.ts';

const secret = described(text, 'The secret of the key: `livery_key_…`. It is shown this once.');

/** API keys of the supplier's other systems. */
export const apiKeyEndpoints = {
  'GET /api/operator/apikeys': endpoint({
    name: 'listApiKeys',
    summary: 'List API keys',
    description: 'Those whose brands are all among the caller’s own. The same holds for the calls that change a key.',
    tags: ['API keys'],
    access: operatorOnly,
    reply: entity({
      apiKeys: Type.Array(
        entity({
          id: int,
          name: text,
          scopes: described(
            Type.Array(text),
            'What the key may do: `orders:read`, `shipments:write`, …; `write` includes `read`.',
          ),
          brands: described(Type.Array(operatorBrand), 'The brands for whose organisations the key works.'),
          createdUtc: described(dateTime, 'When the key was created.'),
          createdBy: described(
            nullable(text),
            'The name of the operator who created it; null when it was created on the command line.',
          ),
          lastUsedUtc: described(nullable(dateTime), 'The last request, accurate to a minute; null when there was none.'),
          revokedUtc: described(nullable(dateTime), 'When the key was revoked; null while it is accepted.'),
          previousSecretEndsUtc: described(
            nullable(dateTime),
            'Until when the secret from before the last rotation is accepted as well; null when there is none.',
          ),
        }),
      ),
    }),
  }),

  'POST /api/operator/apikeys': endpoint({
    name: 'createApiKey',
    summary: 'Create an API key',
    tags: ['API keys'],
    access: operatorOnly,
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 200, message: 'Name is required.' }),
      scopes: described(
        Type.Array(Type.Enum([...API_KEY_SCOPES]), {
          minItems: 1,
          maxItems: API_KEY_SCOPES.length,
          message: 'Select at least one scope.',
        }),
        `What the key may do: ${API_KEY_SCOPES.join(', ')}. \`write\` includes \`read\`.`,
      ),
      brandIds,
    }),
    reply: entity({ apiKey: entity({ id: int }), secret }),
  }),

  'POST /api/operator/apikeys/:id/rotate': endpoint({
    name: 'rotateApiKey',
    summary: 'Replace the secret of an API key',
    description: 'The previous secret is accepted for some hours more, so that the other system can change to the new one.',
    tags: ['API keys'],
    access: operatorOnly,
    params: Type.Object({ id: id('apiKey') }),
    body: Type.Object({
      overlapHours: described(
        Type.Optional(
          Type.Integer({ minimum: 0, maximum: 720, message: 'The overlap must be a whole number of hours from 0 to 720.' }),
        ),
        'Hours for which the previous secret is still accepted. Default 24.',
      ),
    }),
    reply: entity({
      secret,
      previousSecretEndsUtc: described(dateTime, 'Until when the previous secret is accepted.'),
    }),
  }),

  'POST /api/operator/apikeys/:id/revoke': endpoint({
    name: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'The key is refused from now on, with all its secrets. It stays listed. Repeating the call changes nothing.',
    tags: ['API keys'],
    access: operatorOnly,
    params: Type.Object({ id: id('apiKey') }),
    reply: entity({ success: described(bool, 'Always true.') }),
  }),
} as const;
