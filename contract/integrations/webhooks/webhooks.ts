import Type from 'typebox';
import { endpoint, operator, operatorAdministrator, roles } from '../../endpoint.ts';
import {
  attributeDescription,
  bool,
  callerProof,
  dateTime,
  described,
  entity,
  expectedVersion,
  id,
  int,
  maybe,
  nullable,
  paging,
  text,
  totalCount,
  version,
} from '../../values.ts';
import { ORGANISATION_EVENT_TYPES, SUPPLIER_EVENT_TYPES } from './webhook-events.ts';

/** Endpoints to which the portal sends events, and the log of what was sent. docs/WEBHOOKS.md describes the requests for receivers. */

const tags = ['Webhooks'] as const;
const access = roles('OrganisationAdmin');

const eventTypesOf = <const T extends readonly string[]>(types: T) =>
  described(
    Type.Array(
      Type.Union(
        types.map((type) => Type.Literal(type as T[number])),
        { message: 'There is no such event.' },
      ),
      {
        minItems: 1,
        maxItems: 50,
        message: 'Please select at least one event.',
      },
    ),
    'Events to send.',
  );
const organisationEventTypes = eventTypesOf(ORGANISATION_EVENT_TYPES);
const supplierEventTypes = eventTypesOf(SUPPLIER_EVENT_TYPES);

const status = Type.Union([Type.Literal('active'), Type.Literal('failing'), Type.Literal('paused'), Type.Literal('disabled')], {
  description:
    '`active`: the last attempt succeeded, or there was none; `failing`: the last attempts failed and are repeated; `paused`: by an administrator; `disabled`: paused because every attempt failed for three days.',
});

const webhook = entity('Webhook', {
  id: int,
  brandId: described(nullable(int), 'Brand of the supplier that it belongs to; null when it belongs to an organisation.'),
  url: described(text, 'Address to which events are sent.'),
  description: described(nullable(text), 'What the endpoint is for, in the administrator’s words.'),
  eventTypes: described(Type.Array(text), 'Events that are sent to it.'),
  status,
  previousSecretExpiresOnUtc: described(
    nullable(dateTime),
    'Until when requests are also signed with the previous secret; null when there is none.',
  ),
  lastSuccessOnUtc: described(nullable(dateTime), 'When the receiver last confirmed an event.'),
  lastFailureOnUtc: described(nullable(dateTime), 'When an attempt last failed.'),
  failingSinceOnUtc: described(
    nullable(dateTime),
    'First failed attempt since the last success; null when the last one succeeded.',
  ),
  lastError: described(
    nullable(text),
    'Why the newest failed attempt failed, in a sentence; null when the last attempt succeeded.',
  ),
  waitingCount: described(int, 'Events that have not been delivered yet.'),
  failedCount: described(int, 'Events that were given up after three days.'),
  version,
});

const delivery = entity('WebhookDelivery', {
  id: int,
  eventId: described(text, 'Id of the event, the same at every attempt.'),
  eventType: described(text, 'Event, or `ping` for a test.'),
  organisationId: described(nullable(int), 'Organisation that the event is about; null when it is about none.'),
  orderId: described(nullable(int), 'Order that the event is about; null when it is about none.'),
  status: Type.Union([Type.Literal('delivered'), Type.Literal('waiting'), Type.Literal('failed')], {
    description: '`delivered`: the receiver confirmed it; `waiting`: it is tried (again); `failed`: given up after three days.',
  }),
  attempts: described(int, 'How often it has been tried.'),
  createdOnUtc: described(dateTime, 'When the event happened.'),
  lastAttemptOnUtc: described(nullable(dateTime), 'Last attempt; null before the first.'),
  nextAttemptOnUtc: described(nullable(dateTime), 'Next attempt; null when there will be none.'),
  responseStatus: described(nullable(int), 'HTTP status of the last attempt; null when the receiver did not respond.'),
  responseExcerpt: described(nullable(text), 'First characters of the response to the last attempt.'),
  durationMs: described(nullable(int), 'How long the last attempt took, in milliseconds.'),
  error: described(nullable(text), 'Why the last attempt failed, in a sentence; null when it did not.'),
});

const url = described(
  Type.String({ maxLength: 2000, message: 'Please enter an address of at most 2000 characters.' }),
  'Address that begins with `https://`, on the public internet.',
);
const description = described(
  maybe(Type.String({ maxLength: 200, message: 'Please enter at most 200 characters.' })),
  'What the endpoint is for.',
);
const isPaused = Type.Optional(described(bool, 'Whether nothing is sent for the time being.'));

const params = Type.Object({ id: id('webhook') });
const deliveryParams = Type.Object({ id: id('webhookDelivery') });
const webhooks = Type.Array(webhook);
const secret = described(text, 'Secret that signs the requests. It is shown only in this response.');
const deliveriesQuery = Type.Object({
  ...paging,
  status: Type.Optional(
    Type.Union([Type.Literal('delivered'), Type.Literal('waiting'), Type.Literal('failed')], {
      message: 'Status must be delivered, waiting or failed.',
      description: 'Only deliveries with this status.',
    }),
  ),
});

/** Calls for webhooks. */
export const webhookEndpoints = {
  'GET /api/webhooks': endpoint({
    name: 'listWebhooks',
    summary: 'List the webhooks of the organisation',
    description: 'For administrators of the whole organisation, like all calls for webhooks; 403 for others.',
    tags,
    access,
    reply: Type.Object({ webhooks, eventTypes: described(Type.Array(text), 'Events that can be selected.') }),
  }),

  'POST /api/webhooks': endpoint({
    name: 'addWebhook',
    summary: 'Add a webhook',
    description: 'Events that happen from now on are sent to it. At most 20 for an organisation (409).',
    tags,
    access,
    root: 'webhook',
    refusesUnknown: true,
    body: Type.Object({ url, description, eventTypes: organisationEventTypes, ...callerProof }),
    reply: Type.Object({ webhooks, secret }),
  }),

  'PUT /api/webhooks/:id': endpoint({
    name: 'updateWebhook',
    summary: 'Change, pause or resume a webhook',
    description:
      'Absent properties stay as they are. Another address needs the caller’s password. Events that happen while it is paused are kept for 30 days; resuming sends whatever has not been delivered. 409 when someone else has changed the same value since `version`.',
    tags,
    access,
    params,
    root: 'webhook',
    refusesUnknown: true,
    body: Type.Object({
      version: expectedVersion,
      url: Type.Optional(url),
      description,
      eventTypes: Type.Optional(organisationEventTypes),
      isPaused,
      ...callerProof,
    }),
    reply: Type.Object({ webhooks }),
  }),

  'DELETE /api/webhooks/:id': endpoint({
    name: 'deleteWebhook',
    summary: 'Delete a webhook with its log',
    description: 'Events that have not been delivered yet are not sent any more.',
    tags,
    access,
    params,
    reply: Type.Object({}),
  }),

  'POST /api/webhooks/:id/secret': endpoint({
    name: 'replaceWebhookSecret',
    summary: 'Replace the secret of a webhook',
    description: 'Requests are signed with both secrets for 24 hours.',
    tags,
    access,
    params,
    root: 'webhook',
    body: Type.Object(callerProof),
    reply: Type.Object({ webhooks, secret }),
  }),

  'POST /api/webhooks/:id/test': endpoint({
    name: 'testWebhook',
    summary: 'Send a test event',
    description:
      'Sends the event `ping` once, at once, and responds when the receiver has. Works while the webhook is paused. 429 after 20 events that were sent at once within ten minutes.',
    tags,
    access,
    params,
    reply: Type.Object({ delivery }),
  }),

  'GET /api/webhooks/:id/deliveries': endpoint({
    name: 'listWebhookDeliveries',
    summary: 'List what was sent to a webhook',
    description: 'The newest events first. Kept for 30 days.',
    tags,
    access,
    params,
    query: deliveriesQuery,
    reply: Type.Object({ deliveries: Type.Array(delivery), totalCount }),
  }),

  'POST /api/webhooks/deliveries/:id/resend': endpoint({
    name: 'resendWebhookEvent',
    summary: 'Send an event again',
    description:
      'Sends it at once, with the same event id, and responds when the receiver has. When that fails it is tried for three days, as new events are.',
    tags,
    access,
    params: deliveryParams,
    reply: Type.Object({ delivery }),
  }),

  'GET /api/operator/webhooks': endpoint({
    name: 'listSupplierWebhooks',
    summary: 'List the webhooks of the supplier',
    description:
      'Those of the operator’s brands. They receive the events of all organisations of their brand, and events about stock.',
    tags,
    access: operatorAdministrator,
    reply: Type.Object({ webhooks, eventTypes: described(Type.Array(text), 'Events that can be selected.') }),
  }),

  'POST /api/operator/webhooks': endpoint({
    name: 'addSupplierWebhook',
    summary: 'Add a webhook of the supplier',
    description:
      'For one of the operator’s brands. At most 20 for an operator’s brands together (409). Takes the caller’s password and a code; the administrators of the brand get an email.',
    tags,
    access: operatorAdministrator,
    root: 'webhook',
    refusesUnknown: true,
    body: Type.Object({
      brandId: described(id('brand', 'Please select a brand.'), 'Brand whose events are sent.'),
      url,
      description,
      eventTypes: supplierEventTypes,
      ...callerProof,
    }),
    reply: Type.Object({ webhooks, secret }),
  }),

  'PUT /api/operator/webhooks/:id': endpoint({
    name: 'updateSupplierWebhook',
    summary: 'Change, pause or resume a webhook of the supplier',
    description:
      'As `PUT /api/webhooks/:id`: another address takes the caller’s password and a code, and the administrators of the brand get an email.',
    tags,
    access: operatorAdministrator,
    params,
    root: 'webhook',
    refusesUnknown: true,
    body: Type.Object({
      version: expectedVersion,
      url: Type.Optional(url),
      description,
      eventTypes: Type.Optional(supplierEventTypes),
      isPaused,
      ...callerProof,
    }),
    reply: Type.Object({ webhooks }),
  }),

  'DELETE /api/operator/webhooks/:id': endpoint({
    name: 'deleteSupplierWebhook',
    summary: 'Delete a webhook of the supplier with its log',
    tags,
    access: operatorAdministrator,
    params,
    reply: Type.Object({}),
  }),

  'POST /api/operator/webhooks/:id/secret': endpoint({
    name: 'replaceSupplierWebhookSecret',
    summary: 'Replace the secret of a webhook of the supplier',
    description:
      'Requests are signed with both secrets for 24 hours. Takes the caller’s password and a code; the administrators of the brand get an email.',
    tags,
    access: operatorAdministrator,
    params,
    root: 'webhook',
    body: Type.Object(callerProof),
    reply: Type.Object({ webhooks, secret }),
  }),

  'POST /api/operator/webhooks/:id/test': endpoint({
    name: 'testSupplierWebhook',
    summary: 'Send a test event to a webhook of the supplier',
    tags,
    access: operatorAdministrator,
    params,
    reply: Type.Object({ delivery }),
  }),

  'GET /api/operator/webhooks/:id/deliveries': endpoint({
    name: 'listSupplierWebhookDeliveries',
    summary: 'List what was sent to a webhook of the supplier',
    description: 'The newest events first. Kept for 30 days.',
    tags,
    access: operatorAdministrator,
    params,
    query: deliveriesQuery,
    reply: Type.Object({ deliveries: Type.Array(delivery), totalCount }),
  }),

  'POST /api/operator/webhooks/deliveries/:id/resend': endpoint({
    name: 'resendSupplierWebhookEvent',
    summary: 'Send an event to a webhook of the supplier again',
    tags,
    access: operatorAdministrator,
    params: deliveryParams,
    reply: Type.Object({ delivery }),
  }),

  'GET /api/operator/lowstock': endpoint({
    name: 'listLowStock',
    summary: 'List garments and when their stock counts as low',
    description:
      'Those with a threshold, or with `searchTerm` those whose SKU or barcode begins with it or whose product’s name contains it, at most 50. Of products that an organisation of the operator’s brands buys.',
    tags,
    access: operator('stock:read'),
    query: Type.Object({
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
        'Beginning of a SKU or of a barcode (GTIN), or part of the name of a product.',
      ),
    }),
    reply: Type.Object({
      stock: Type.Array(
        entity({
          combinationId: int,
          productName: text,
          sku: described(text, 'Stock-keeping unit.'),
          attributeDescription,
          available: described(int, 'Pieces that are on hand and not reserved.'),
          lowStockThreshold: described(nullable(int), 'Pieces; null for no event.'),
        }),
      ),
    }),
  }),

  'PUT /api/operator/combinations/:id/lowstock': endpoint({
    name: 'setLowStock',
    summary: 'Set when stock counts as low',
    description:
      'The event `stock.low` is sent each time fewer pieces than this become available. For products that an organisation of the operator’s brands buys.',
    tags,
    access: operator('stock:write'),
    params: Type.Object({ id: id('combination') }),
    root: 'stock',
    body: Type.Object({
      lowStockThreshold: described(
        nullable(Type.Integer({ minimum: 1, maximum: 1_000_000, message: 'Please enter a number from 1 to 1,000,000.' })),
        'Pieces; null for no event.',
      ),
    }),
    reply: Type.Object({
      stock: entity({
        combinationId: described(int, 'Combination of the product.'),
        lowStockThreshold: described(nullable(int), 'Pieces; null for no event.'),
      }),
    }),
  }),
};
