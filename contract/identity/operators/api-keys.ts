import Type from 'typebox';
import { API_KEY_SCOPES, anyOperator, endpoint, operatorAdministrator } from '../../endpoint.ts';
import { bool, callerProof, dateTime, described, entity, id, int, nullable, text } from '../../values.ts';
import { API_KEY_DEFAULT_DAYS, API_KEY_MAX_DAYS } from './api-key-days.ts';
import { brandIds, operatorBrand } from './operators.ts';

const secret = described(text, 'The secret of the key: `livery_key_…`. It is shown this once.');

const validDays = (meaning: string) =>
  described(
    Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: API_KEY_MAX_DAYS,
        message: `The days must be a whole number from 1 to ${API_KEY_MAX_DAYS}.`,
      }),
    ),
    `${meaning} Default ${API_KEY_DEFAULT_DAYS}.`,
  );

/** API keys of the supplier's other systems. */
export const apiKeyEndpoints = {
  'GET /api/operator/apikeys': endpoint({
    name: 'listApiKeys',
    summary: 'List API keys',
    description: 'Those whose brands are all among the caller’s own. The same holds for the calls that change a key.',
    tags: ['API keys'],
    access: operatorAdministrator,
    reply: entity({
      apiKeys: Type.Array(
        entity({
          id: int,
          name: text,
          scopes: described(
            Type.Array(Type.Enum([...API_KEY_SCOPES])),
            'What the key may do: `orders:read`, `shipments:write`, …; `write` includes `read`.',
          ),
          brands: described(Type.Array(operatorBrand), 'The brands for whose organisations the key works.'),
          createdUtc: described(dateTime, 'When the key was created.'),
          createdBy: described(
            nullable(text),
            'The name of the operator who created it; null when it was created on the command line.',
          ),
          createdByDisabled: described(
            bool,
            'Whether that operator can no longer log in. The key is accepted until it is revoked or expires.',
          ),
          expiresUtc: described(
            dateTime,
            'From when the key is refused. The administrators of its brands are mailed 14 days and 2 days before.',
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

  'POST /api/operator/docs': endpoint({
    name: 'openApiDocumentation',
    summary: 'Open the documentation of the API',
    description:
      'In the browser that makes the call, `/docs/api` can be read for an hour. Systems read `/docs/api/json` with their API key instead.',
    tags: ['API keys'],
    access: anyOperator,
    reply: entity({
      path: described(text, 'Address of the documentation, for example `/docs/api`.'),
      expiresUtc: described(dateTime, 'Until when it can be read.'),
    }),
  }),

  'POST /api/operator/apikeys': endpoint({
    name: 'createApiKey',
    summary: 'Create an API key',
    description:
      'Only scopes that the caller’s own rights include, and brands of one’s own, can be given (403). Takes the caller’s password and a code; the administrators of the brands get an email.',
    tags: ['API keys'],
    access: operatorAdministrator,
    refusesUnknown: true,
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
      validDays: validDays('For how many days the key is accepted.'),
      ...callerProof,
    }),
    reply: entity({
      apiKey: entity({ id: int, expiresUtc: described(dateTime, 'From when the key is refused, unless it is extended.') }),
      secret,
    }),
  }),

  'POST /api/operator/apikeys/:id/rotate': endpoint({
    name: 'rotateApiKey',
    summary: 'Replace the secret of an API key',
    description:
      'The previous secret is accepted for some hours more, so that the other system can change to the new one. The key expires as before. 403 for a key with scopes that the caller’s own rights do not include. Takes the caller’s password and a code; the creator of the key and the administrators of its brands get an email.',
    tags: ['API keys'],
    access: operatorAdministrator,
    params: Type.Object({ id: id('apiKey') }),
    body: Type.Object({
      overlapHours: described(
        Type.Optional(
          Type.Integer({ minimum: 0, maximum: 720, message: 'The overlap must be a whole number of hours from 0 to 720.' }),
        ),
        'Hours for which the previous secret is still accepted. Default 24.',
      ),
      ...callerProof,
    }),
    reply: entity({
      secret,
      previousSecretEndsUtc: described(dateTime, 'Until when the previous secret is accepted.'),
    }),
  }),

  'POST /api/operator/apikeys/:id/extend': endpoint({
    name: 'extendApiKey',
    summary: 'Extend an API key',
    description:
      'Its secrets stay as they are; a key that has expired is accepted again. 403 for a key with scopes that the caller’s own rights do not include, 409 for a revoked one. Takes the caller’s password and a code; the creator of the key and the administrators of its brands get an email.',
    tags: ['API keys'],
    access: operatorAdministrator,
    params: Type.Object({ id: id('apiKey') }),
    body: Type.Object({ validDays: validDays('For how many days from now the key is accepted.'), ...callerProof }),
    reply: entity({ expiresUtc: described(dateTime, 'From when the key is refused now.') }),
  }),

  'POST /api/operator/apikeys/:id/revoke': endpoint({
    name: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'The key is refused from now on, with all its secrets. It stays listed. Repeating the call changes nothing.',
    tags: ['API keys'],
    access: operatorAdministrator,
    params: Type.Object({ id: id('apiKey') }),
    reply: entity({ success: described(bool, 'Always true.') }),
  }),
} as const;
