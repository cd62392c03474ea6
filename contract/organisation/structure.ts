import Type, { type TObject, type TProperties } from 'typebox';
import { endpoint, roles } from '../endpoint.ts';
import { address, addressInput } from '../identity/addresses.ts';
import { bool, type EntityName, entity, id, idOrNone, int, listOf, maybe, nullable, text } from '../values.ts';
import { organisationGroup, organisationResort, organisationSeason } from './organisation.ts';

/** What administrators keep of their organisation. Reading is for everybody and stands in organisation.ts. */

const admin = roles('OrganisationAdmin');
const tags = ['Structure'] as const;

const name = maybe(Type.String({ maxLength: 100, message: 'Name must not be longer than 100 characters.' }));
const displayOrder = maybe(
  Type.Integer({ minimum: 0, maximum: 100_000, message: 'Position must be a whole number from 0 to 100000.' }),
);
const day = (label: string) => maybe(Type.String({ maxLength: 40, message: `${label} is not a date.` }));
/** The version that the sender saw: what somebody else changed since is not overwritten. */
const version = maybe(int);

const groupInput = Type.Object({ version, name, displayOrder });
const resortInput = Type.Object({ version, name, displayOrder });
const departmentInput = Type.Object({ version, name, displayOrder });
const businessAreaInput = Type.Object({ version, name, displayOrder });
const jobRoleInput = Type.Object({ version, name, displayOrder, organisationBusinessAreaId: maybe(idOrNone('businessArea')) });
const seasonInput = Type.Object({
  version,
  name,
  startDateUtc: day('The first day'),
  endDateUtc: day('The last day'),
  orderingOpensUtc: day('The day on which ordering opens'),
  orderingClosesUtc: day('The day on which ordering closes'),
  isCurrent: maybe(bool),
});
const customerRoleInput = Type.Object({ version, name, active: maybe(bool) });

export const permissionName = Type.Union(
  [
    Type.Literal('AllowDashboard'),
    Type.Literal('AllowAdhocOrder'),
    Type.Literal('AllowAdhocOrderModal'),
    Type.Literal('AllowUniformBuilder'),
    Type.Literal('AllowProducts'),
    Type.Literal('AllowProductsModal'),
    Type.Literal('AllowStockEnquiry'),
  ],
  { message: 'This permission is not known.' },
);

export const customerRole = entity({
  id: int,
  name: text,
  systemName: nullable(text),
  active: bool,
  /** One of the portal's own, the same in every organisation: only its permissions can be changed. */
  isSystemRole: bool,
  permissions: Type.Array(text),
  version: int,
});

const businessArea = entity({ id: int, name: text, displayOrder: int, version: int });
const jobRole = entity({ id: int, name: text, displayOrder: int, organisationBusinessAreaId: nullable(int), version: int });
const department = entity({ id: int, name: text, displayOrder: int, organisationResortId: int, version: int });

const one = <const N extends string, P extends TProperties>(key: N, of: TObject<P>) =>
  Type.Object({ [key]: of } as { [K in N]: TObject<P> });

/** Makes a thing. */
const creating = <const R extends string, B extends TProperties, P extends TProperties>(
  what: string,
  root: R,
  body: TObject<B>,
  reply: TObject<P>,
) => endpoint({ summary: `Add ${what}`, tags, access: admin, root, body, reply: one(root, reply) });

/** Changes one: what is absent stays, null clears. */
const changing = <const R extends string, B extends TProperties, P extends TProperties>(
  kind: EntityName,
  what: string,
  root: R,
  body: TObject<B>,
  reply: TObject<P>,
) =>
  endpoint({
    summary: `Change ${what}; what somebody else changed since \`version\` is not overwritten`,
    tags,
    access: admin,
    params: Type.Object({ id: id(kind) }),
    root,
    body,
    reply: one(root, reply),
  });

/** Who and what uses something, and where its users can be moved. */
export const usage = entity({
  /** "12 people, 3 wardrobes"; empty when nothing uses it. */
  words: text,
  uses: Type.Array(entity({ kind: text, count: int, words: text })),
  /** Why it cannot be deleted even when nothing uses it; null when it can. */
  refusal: nullable(text),
  /** What happens to those who are moved, where that is more than the move. */
  consequence: nullable(text),
});

const usageOf = (kind: EntityName, what: string) =>
  endpoint({ summary: `What uses ${what}`, tags, access: admin, params: Type.Object({ id: id(kind) }), reply: usage });

/** Deletes one. What uses it is moved to another one where `moveToId` names it; without, a thing in use stays (409). */
const deleting = (kind: EntityName, what: string) =>
  endpoint({
    summary: `Delete ${what}; what uses it goes to another one that is named, else nothing is deleted (409)`,
    tags,
    access: admin,
    params: Type.Object({ id: id(kind) }),
    query: Type.Object({ moveToId: Type.Optional(idOrNone(kind)) }),
    reply: Type.Object({}),
  });

const counted = Type.Array(entity({ id: int, count: int }));

export const structureEndpoints = {
  'GET /api/organisationstructure/people': endpoint({
    summary: 'How many people of the caller’s reach are in each part of the organisation',
    tags,
    access: admin,
    reply: entity({
      organisationGroups: counted,
      organisationResorts: counted,
      organisationBusinessAreas: counted,
      organisationJobRoles: counted,
      organisationSeasons: counted,
      customerRoles: counted,
    }),
  }),

  'POST /api/organisationgroups': creating('a group', 'organisationGroup', groupInput, organisationGroup),
  'PUT /api/organisationgroups/:id': changing('group', 'a group', 'organisationGroup', groupInput, organisationGroup),
  'GET /api/organisationgroups/:id/usage': usageOf('group', 'a group'),
  'DELETE /api/organisationgroups/:id': deleting('group', 'a group'),

  'POST /api/organisationresorts': creating('a destination', 'organisationResort', resortInput, organisationResort),
  'PUT /api/organisationresorts/:id': changing('resort', 'a destination', 'organisationResort', resortInput, organisationResort),
  'GET /api/organisationresorts/:id/usage': usageOf('resort', 'a destination'),
  'DELETE /api/organisationresorts/:id': deleting('resort', 'a destination with its departments and addresses'),

  'POST /api/organisationresorts/:id/departments': endpoint({
    summary: 'Add a department to a destination',
    tags,
    access: admin,
    params: Type.Object({ id: id('resort') }),
    root: 'department',
    body: departmentInput,
    reply: Type.Object({ department }),
  }),
  'PUT /api/organisationdepartments/:id': changing('department', 'a department', 'department', departmentInput, department),
  'GET /api/organisationdepartments/:id/usage': usageOf('department', 'a department'),
  'DELETE /api/organisationdepartments/:id': deleting('department', 'a department'),

  'POST /api/organisationresorts/:id/addresses': endpoint({
    summary: 'Add an address to a destination',
    tags,
    access: admin,
    params: Type.Object({ id: id('resort') }),
    root: 'address',
    rootInErrors: true,
    body: addressInput,
    reply: Type.Object({ address }),
  }),
  'PUT /api/organisationresortaddresses/:id': endpoint({
    summary: 'Change an address of a destination; what is absent stays',
    tags,
    access: admin,
    params: Type.Object({ id: id('resortAddress') }),
    root: 'address',
    rootInErrors: true,
    body: addressInput,
    reply: Type.Object({ address }),
  }),
  'DELETE /api/organisationresortaddresses/:id': endpoint({
    summary: 'Remove an address of a destination; orders keep theirs',
    tags,
    access: admin,
    params: Type.Object({ id: id('resortAddress') }),
    reply: Type.Object({}),
  }),
  'POST /api/organisationresortaddresses/:id/restore': endpoint({
    summary: 'Bring back an address of a destination that was removed less than a day ago',
    tags,
    access: admin,
    params: Type.Object({ id: id('resortAddress') }),
    reply: Type.Object({ address }),
  }),

  'POST /api/organisationbusinessareas': creating('a business area', 'organisationBusinessArea', businessAreaInput, businessArea),
  'PUT /api/organisationbusinessareas/:id': changing(
    'businessArea',
    'a business area',
    'organisationBusinessArea',
    businessAreaInput,
    businessArea,
  ),
  'GET /api/organisationbusinessareas/:id/usage': usageOf('businessArea', 'a business area'),
  'DELETE /api/organisationbusinessareas/:id': deleting('businessArea', 'a business area'),

  'POST /api/organisationjobroles': creating('a job role', 'organisationJobRole', jobRoleInput, jobRole),
  'PUT /api/organisationjobroles/:id': changing('jobRole', 'a job role', 'organisationJobRole', jobRoleInput, jobRole),
  'GET /api/organisationjobroles/:id/usage': usageOf('jobRole', 'a job role'),
  'DELETE /api/organisationjobroles/:id': deleting('jobRole', 'a job role'),

  'POST /api/organisationseasons': creating('a season', 'organisationSeason', seasonInput, organisationSeason),
  'PUT /api/organisationseasons/:id': changing('season', 'a season', 'organisationSeason', seasonInput, organisationSeason),
  'GET /api/organisationseasons/:id/usage': usageOf('season', 'a season'),
  'DELETE /api/organisationseasons/:id': deleting('season', 'a season'),

  'GET /api/customerroles': endpoint({
    summary: 'Roles that people of the organisation can have, with what each permits',
    tags,
    access: admin,
    reply: listOf('customerRoles', customerRole),
  }),
  'POST /api/customerroles': endpoint({
    summary: 'Add a role of the organisation’s own',
    tags,
    access: admin,
    root: 'customerRole',
    body: customerRoleInput,
    reply: listOf('customerRoles', customerRole),
  }),
  'PUT /api/customerroles/:id': endpoint({
    summary: 'Change a role of the organisation’s own; the portal’s own roles stay as they are (403)',
    tags,
    access: admin,
    params: Type.Object({ id: id('role') }),
    root: 'customerRole',
    body: customerRoleInput,
    reply: listOf('customerRoles', customerRole),
  }),
  'PUT /api/customerroles/:id/permissions': endpoint({
    summary: 'Grant and withdraw permissions of a role in this organisation; what is not named stays',
    tags,
    access: admin,
    params: Type.Object({ id: id('role') }),
    body: Type.Object({
      granted: Type.Optional(Type.Array(permissionName, { maxItems: 20 })),
      withdrawn: Type.Optional(Type.Array(permissionName, { maxItems: 20 })),
    }),
    reply: listOf('customerRoles', customerRole),
  }),
  'GET /api/customerroles/:id/usage': usageOf('role', 'a role'),
  'DELETE /api/customerroles/:id': deleting('role', 'a role of the organisation’s own'),
};
