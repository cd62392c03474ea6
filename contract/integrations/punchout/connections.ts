import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  bool,
  callerProof,
  described,
  entity,
  expectedVersion,
  id,
  int,
  maybe,
  named,
  nullable,
  oneOf,
  paging,
  text,
  totalCount,
  workbook,
} from '../../values.ts';
import {
  connectionName,
  connectionSettings,
  listedConnection,
  punchoutAttempt,
  punchoutConnection,
} from './connection-schemas.ts';
import { PROFILE_NAMES, PUNCHOUT_PROTOCOLS } from './connection-values.ts';

const tags = ['PunchOut'] as const;
const read = operator('organisations:read');
const write = operator('organisations:write');
const params = Type.Object({ id: id('punchoutConnection') });
const reply = Type.Object({ connection: punchoutConnection });

const searchTerm = Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' }));

const unreturnableRow = entity('PunchoutUnreturnable', {
  productId: described(nullable(int), 'The product; null for an amount beside the goods, such as setting up a design.'),
  name: described(text, 'The product, or the amount.'),
  skus: described(Type.Array(text), 'Part numbers that it applies to, the first ten; for example `ASH-SH-WHT-M`.'),
  skuCount: described(int, 'How many part numbers it applies to.'),
  reason: described(text, 'Why it could not be returned, or what is cut, and what to do, as a sentence.'),
});

/** Connections of PunchOut, as operators keep them. */
export const punchoutConnectionEndpoints = {
  'GET /api/operator/punchout/connections': endpoint({
    name: 'listPunchoutConnections',
    summary: 'List the PunchOut connections of organisations',
    description: 'Those of organisations of the caller’s brands, by organisation and name.',
    tags,
    access: read,
    query: Type.Object({
      organisationId: described(Type.Optional(id('organisation')), 'Only those of this organisation.'),
      searchTerm: described(searchTerm, 'Part of the name, of the key or of the name of the organisation.'),
      isActive: described(Type.Optional(bool), 'Only those that are switched on (true) or off (false).'),
      ...paging,
    }),
    reply: Type.Object({ connections: Type.Array(listedConnection), totalCount }),
  }),

  'POST /api/operator/punchout/connections': endpoint({
    name: 'addPunchoutConnection',
    summary: 'Add a PunchOut connection',
    description:
      'What is absent begins as `profile` says. Refuses every request until it has a secret. 409 `key` or `name` when there is one already, 422 `shipTos[n].addressId` and the like for records of another organisation. Send an `Idempotency-Key`: with the same key it is added once.',
    tags,
    access: write,
    refusesUnknown: true,
    root: 'connection',
    body: Type.Object({
      organisationId: described(id('organisation', 'Please select an organisation.'), 'Organisation that shops.'),
      name: connectionName,
      protocol: described(
        Type.Enum([...PUNCHOUT_PROTOCOLS], { message: 'The protocol must be cxml or oci.' }),
        'Standard by which it shops.',
      ),
      key: described(
        Type.String({
          pattern: '^[A-Za-z0-9-]{8,60}$',
          message: 'Please enter 8 to 60 letters, digits and hyphens.',
        }),
        'Names the connection in its address, for example `corvane-demo`; unique among those of its protocol. It cannot be changed.',
      ),
      profile: described(
        Type.Optional(Type.Enum([...PROFILE_NAMES], { message: 'Please choose one of the systems.' })),
        'System whose usual settings the connection begins with. Absent: those of any system of the protocol.',
      ),
      ...connectionSettings,
    }),
    reply,
  }),

  'GET /api/operator/punchout/connections/:id': endpoint({
    name: 'getPunchoutConnection',
    summary: 'Get a PunchOut connection with all its settings',
    tags,
    access: read,
    params,
    reply,
  }),

  'PUT /api/operator/punchout/connections/:id': endpoint({
    name: 'updatePunchoutConnection',
    summary: 'Change, switch on or off a PunchOut connection',
    description:
      'What is absent stays as it is; lists are replaced. Visits that have begun follow it at once. 409 `connection` when someone else has changed it since `version`, 422 for records of another organisation. Listing return origins ends the approval of a learnt one.',
    tags,
    access: write,
    params,
    refusesUnknown: true,
    root: 'connection',
    body: Type.Object({ name: Type.Optional(connectionName), ...connectionSettings, version: expectedVersion }),
    reply,
  }),

  'DELETE /api/operator/punchout/connections/:id': endpoint({
    name: 'deletePunchoutConnection',
    summary: 'Delete a PunchOut connection that was never used',
    description: '409 `connection` for one that has had visits, orders or documents: switch it off instead.',
    tags,
    access: write,
    params,
    reply: Type.Object({}),
  }),

  'POST /api/operator/punchout/connections/:id/secret': endpoint({
    name: 'replacePunchoutSecret',
    summary: 'Set a new secret of a PunchOut connection',
    description:
      'With it, the buyer’s system can act for people of the organisation. A secret that the portal makes is shown only in this response. The previous one is accepted for `previousHours`, which gives the buyer time to change. An operator confirms it with password and code, an API key does without.',
    tags,
    access: write,
    params,
    refusesUnknown: true,
    root: 'secret',
    body: Type.Object({
      secret: described(
        maybe(
          Type.String({
            minLength: 8,
            maxLength: 128,
            pattern: '^\\S.*\\S$',
            message: 'The secret must have 8 to 128 characters, without spaces around it.',
          }),
        ),
        'Secret that the buyer or its network gives, such as that of SAP Business Network. Absent: the portal makes one.',
      ),
      previousHours: described(
        Type.Optional(Type.Integer({ minimum: 0, maximum: 2160, message: 'Please enter 0 to 2,160 hours (90 days).' })),
        'For how many hours the previous secret is accepted; 0 ends it at once. Absent: 168, a week.',
      ),
      ...callerProof,
    }),
    reply: Type.Object({
      connection: punchoutConnection,
      secret: described(nullable(text), 'The new secret; null when it was given. It is shown only in this response.'),
    }),
  }),

  'DELETE /api/operator/punchout/connections/:id/secret': endpoint({
    name: 'endPreviousPunchoutSecret',
    summary: 'End the previous secret of a PunchOut connection',
    description: 'At once, when the buyer has changed to the new one. 409 `secret` when there is no previous secret.',
    tags,
    access: write,
    params,
    reply,
  }),

  'POST /api/operator/punchout/connections/:id/returnorigin': endpoint({
    name: 'decidePunchoutReturnOrigin',
    summary: 'Approve or refuse the return origin of the first request',
    description:
      'Approved, it is the return origin of the connection. Refused, it is removed and the connection is switched off until its return origins are entered. 409 `origin` when another one, or none, waits by now.',
    tags,
    access: write,
    params,
    refusesUnknown: true,
    body: Type.Object({
      origin: described(
        Type.String({ minLength: 1, maxLength: 300, message: 'Please send the origin that waits.' }),
        'The `learntReturnOrigin` that was shown, for example `https://buyer.example`.',
      ),
      isApproved: described(bool, 'Whether carts may be returned to it.'),
    }),
    reply,
  }),

  'GET /api/operator/punchout/connections/:id/attempts': endpoint({
    name: 'listPunchoutAttempts',
    summary: 'List the last 20 requests of a PunchOut connection',
    description: 'The newest first, with what became of them. Secrets are never part of them.',
    tags,
    access: read,
    params,
    reply: Type.Object({ attempts: Type.Array(punchoutAttempt) }),
  }),

  'POST /api/operator/punchout/connections/:id/test': endpoint({
    name: 'testPunchoutConnection',
    summary: 'Test a PunchOut connection by playing the buyer',
    description:
      'Makes the requests of a buyer’s system, with a secret of its own that is valid for this test alone, and leaves nothing behind. Nothing is sent to the buyer.',
    tags,
    access: write,
    params,
    body: Type.Object({
      email: described(
        maybe(Type.String({ maxLength: 254, message: 'Please enter an email address of at most 254 characters.' })),
        'Email address of the person who shops; absent: the shared person, or no one that is known.',
      ),
    }),
    reply: Type.Object({
      hasPassed: described(bool, 'Whether every step was as it should be.'),
      steps: Type.Array(
        entity('PunchoutTestStep', {
          name: described(text, 'What was tried, for example `A wrong secret is refused`.'),
          state: oneOf(['passed', 'failed', 'skipped'], 'Whether it was as it should be.'),
          outcome: described(text, 'What happened, and what to do where it failed, as a sentence.'),
        }),
      ),
    }),
  }),

  'GET /api/operator/punchout/connections/:id/unreturnable': endpoint({
    name: 'listUnreturnablePunchoutProducts',
    summary: 'List what a PunchOut connection could not return',
    description:
      'Products that people of the organisation can see, and set-up charges, by name, each with its reasons. `checkedCount` says how many were checked.',
    tags,
    access: read,
    params,
    query: Type.Object({
      searchTerm: described(searchTerm, 'Part of the name of the product.'),
      kind: described(
        Type.Optional(Type.Enum(['refused', 'shortened'], { message: 'The kind must be refused or shortened.' })),
        '`refused`: what cannot be returned; `shortened`: products of which texts are cut. Absent: `refused`.',
      ),
      ...paging,
    }),
    reply: Type.Object({
      items: Type.Array(unreturnableRow),
      totalCount,
      checkedCount: described(int, 'Products that were checked.'),
    }),
  }),

  'GET /api/operator/punchout/connections/:id/unreturnable/exporttoexcel': endpoint({
    name: 'exportUnreturnablePunchoutProducts',
    summary: 'Export what a PunchOut connection could not return to Excel',
    tags,
    access: read,
    params,
    query: Type.Object({ searchTerm: described(searchTerm, 'Part of the name of the product.') }),
    reply: workbook,
  }),

  'GET /api/operator/punchout/organisations/:id/choices': endpoint({
    name: 'getPunchoutChoices',
    summary: 'Get what the settings of a connection refer to',
    description: 'Roles, groups and wardrobes of the organisation, and the categories of the products that it buys.',
    tags,
    access: read,
    params: Type.Object({ id: id('organisation') }),
    reply: entity('PunchoutChoices', {
      organisationName: text,
      currencyCode: described(text, 'Currency in which the organisation buys, for example `GBP`.'),
      roles: described(Type.Array(named), 'Roles that people can have.'),
      groups: described(Type.Array(named), 'Groups of the organisation.'),
      collections: described(Type.Array(named), 'Wardrobes of the organisation.'),
      categories: described(
        Type.Array(named),
        'Categories of the products that it buys, each with the names of those above it, for example `Clothing › Shirts`.',
      ),
    }),
  }),

  'GET /api/operator/punchout/organisations/:id/people': endpoint({
    name: 'findPunchoutPeople',
    summary: 'Find people of an organisation for a connection',
    description: 'People with access, by name; the first 20.',
    tags,
    access: write,
    params: Type.Object({ id: id('organisation') }),
    query: Type.Object({ searchTerm: described(searchTerm, 'Part of the name or of the email address.') }),
    reply: Type.Object({ people: Type.Array(entity('PunchoutPerson', { id: int, name: text, email: text })) }),
  }),

  'GET /api/operator/punchout/organisations/:id/addresses': endpoint({
    name: 'findPunchoutAddresses',
    summary: 'Find addresses of an organisation for a connection',
    description: 'Those of the organisation and of its destinations; the first 20.',
    tags,
    access: write,
    params: Type.Object({ id: id('organisation') }),
    query: Type.Object({ searchTerm: described(searchTerm, 'Part of the destination or of the address.') }),
    reply: Type.Object({
      addresses: Type.Array(
        entity('PunchoutAddress', { id: int, address: described(text, 'The address in one line, with its destination.') }),
      ),
    }),
  }),
} as const;
