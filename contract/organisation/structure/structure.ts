import Type, { type TObject, type TProperties } from 'typebox';
import { endpoint, roles } from '../../endpoint.ts';
import { address, addressInput } from '../../identity/addresses.ts';
import { bulkEdit } from '../../platform/bulk-edit.ts';
import {
  described,
  type EntityName,
  entity,
  id,
  idOrNone,
  int,
  listOf,
  nullable,
  outcomeFingerprint,
  text,
} from '../../values.ts';
import { organisationGroup, organisationResort, organisationSeason } from './organisation.ts';
import {
  businessArea,
  businessAreaInput,
  customerRole,
  customerRoleInput,
  department,
  departmentInput,
  jobRole,
  jobRoleInput,
  organisationGroupInput,
  permissionName,
  resortInput,
  seasonInput,
} from './structure-schemas.ts';

const admin = roles('OrganisationAdmin');
const tags = ['Structure'] as const;

const one = <const N extends string, P extends TProperties>(key: N, of: TObject<P>) =>
  Type.Object({ [key]: of } as { [K in N]: TObject<P> });

const change = { tags, access: admin, refusesUnknown: true } as const;

/** A call that adds an item of the structure. */
const createItem = <const R extends string, B extends TProperties, P extends TProperties>(
  callName: string,
  label: string,
  root: R,
  body: TObject<B>,
  reply: TObject<P>,
) => endpoint({ name: callName, summary: `Add ${label}`, ...change, root, body, reply: one(root, reply) });

/** A call that changes an item: absent properties stay as they are, null clears. */
const changeItem = <const R extends string, B extends TProperties, P extends TProperties>(
  callName: string,
  kind: EntityName,
  label: string,
  root: R,
  body: TObject<B>,
  reply: TObject<P>,
) =>
  endpoint({
    name: callName,
    summary: `Change ${label}`,
    description:
      'Absent properties stay as they are, null clears. 409 when someone else has changed the same value since `version`.',
    ...change,
    params: Type.Object({ id: id(kind) }),
    root,
    body,
    reply: one(root, reply),
  });

/** What uses an item of the structure, and whether the item can be deleted. */
export const usage = entity('Usage', {
  words: described(text, 'Summary, for example `12 people, 3 wardrobes`; empty when nothing uses it.'),
  uses: described(
    Type.Array(
      entity({
        kind: described(text, 'Kind of record.'),
        count: described(int, 'Number of records of this kind.'),
        words: described(text, 'The same in words, for example `12 people`.'),
      }),
    ),
    'What uses it, by kind.',
  ),
  refusal: described(nullable(text), 'Why it cannot be deleted even when nothing uses it; null when it can.'),
  consequence: described(nullable(text), 'What else happens to the records that are moved; null when nothing does.'),
});

const usageOf = (callName: string, kind: EntityName, label: string) =>
  endpoint({
    name: callName,
    summary: `Get what uses ${label}`,
    description: 'To show before deleting it.',
    tags,
    access: admin,
    params: Type.Object({ id: id(kind) }),
    reply: usage,
  });

/** A call that deletes an item. */
const deleteItem = (callName: string, kind: EntityName, label: string) =>
  endpoint({
    name: callName,
    summary: `Delete ${label}`,
    description: 'Everything that uses it is moved to `moveToId`. Without it, an item in use is not deleted (409).',
    tags,
    access: admin,
    params: Type.Object({ id: id(kind) }),
    query: Type.Object({
      moveToId: described(Type.Optional(idOrNone(kind)), 'Record to which everything that uses this one is moved.'),
    }),
    reply: Type.Object({
      bulkEdit: described(
        nullable(bulkEdit),
        'By which its people move, or follow a change of the seasons; the item is deleted when all have moved. Null where everything is done.',
      ),
    }),
  });

const counted = Type.Array(entity({ id: int, count: described(int, 'Number of people.') }));

const writtenSeason = Type.Object({
  organisationSeason,
  bulkEdit: described(
    nullable(bulkEdit),
    'How people follow: what each of them is owed changes with their part of it. Null where the change concerns no one.',
  ),
});

/** The structure of the organisation, as its administrators change it. */
export const structureEndpoints = {
  'GET /api/organisationstructure/people': endpoint({
    name: 'countPeopleInStructure',
    summary: 'Count people in each part of the organisation',
    description: 'Only people whom the caller manages.',
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

  'POST /api/organisationgroups': createItem(
    'addGroup',
    'a group',
    'organisationGroup',
    organisationGroupInput,
    organisationGroup,
  ),
  'PUT /api/organisationgroups/:id': changeItem(
    'updateGroup',
    'group',
    'a group',
    'organisationGroup',
    organisationGroupInput,
    organisationGroup,
  ),
  'GET /api/organisationgroups/:id/usage': usageOf('getGroupUsage', 'group', 'a group'),
  'DELETE /api/organisationgroups/:id': deleteItem('deleteGroup', 'group', 'a group'),

  'POST /api/organisationresorts': createItem(
    'addDestination',
    'a destination',
    'organisationResort',
    resortInput,
    organisationResort,
  ),
  'PUT /api/organisationresorts/:id': changeItem(
    'updateDestination',
    'resort',
    'a destination',
    'organisationResort',
    resortInput,
    organisationResort,
  ),
  'GET /api/organisationresorts/:id/usage': usageOf('getDestinationUsage', 'resort', 'a destination'),
  'DELETE /api/organisationresorts/:id': deleteItem(
    'deleteDestination',
    'resort',
    'a destination with its departments and addresses',
  ),

  'POST /api/organisationresorts/:id/departments': endpoint({
    name: 'addDepartment',
    summary: 'Add a department to a destination',
    tags,
    access: admin,
    params: Type.Object({ id: id('resort') }),
    root: 'department',
    body: departmentInput,
    reply: Type.Object({ department }),
  }),
  'PUT /api/organisationdepartments/:id': changeItem(
    'updateDepartment',
    'department',
    'a department',
    'department',
    departmentInput,
    department,
  ),
  'GET /api/organisationdepartments/:id/usage': usageOf('getDepartmentUsage', 'department', 'a department'),
  'DELETE /api/organisationdepartments/:id': deleteItem('deleteDepartment', 'department', 'a department'),

  'POST /api/organisationresorts/:id/addresses': endpoint({
    name: 'addDestinationAddress',
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
    name: 'updateDestinationAddress',
    summary: 'Change an address of a destination',
    description: 'Properties that are absent stay as they are; null clears.',
    tags,
    access: admin,
    params: Type.Object({ id: id('resortAddress') }),
    root: 'address',
    rootInErrors: true,
    body: addressInput,
    reply: Type.Object({ address }),
  }),
  'DELETE /api/organisationresortaddresses/:id': endpoint({
    name: 'deleteDestinationAddress',
    summary: 'Delete an address of a destination',
    description: 'Orders keep their copy. The address can be restored for one day.',
    tags,
    access: admin,
    params: Type.Object({ id: id('resortAddress') }),
    reply: Type.Object({}),
  }),
  'POST /api/organisationresortaddresses/:id/restore': endpoint({
    name: 'restoreDestinationAddress',
    summary: 'Restore an address of a destination',
    description: 'For one day after it was deleted.',
    tags,
    access: admin,
    params: Type.Object({ id: id('resortAddress') }),
    reply: Type.Object({ address }),
  }),

  'POST /api/organisationbusinessareas': createItem(
    'addBusinessArea',
    'a business area',
    'organisationBusinessArea',
    businessAreaInput,
    businessArea,
  ),
  'PUT /api/organisationbusinessareas/:id': changeItem(
    'updateBusinessArea',
    'businessArea',
    'a business area',
    'organisationBusinessArea',
    businessAreaInput,
    businessArea,
  ),
  'GET /api/organisationbusinessareas/:id/usage': usageOf('getBusinessAreaUsage', 'businessArea', 'a business area'),
  'DELETE /api/organisationbusinessareas/:id': deleteItem('deleteBusinessArea', 'businessArea', 'a business area'),

  'POST /api/organisationjobroles': createItem('addJobRole', 'a job role', 'organisationJobRole', jobRoleInput, jobRole),
  'PUT /api/organisationjobroles/:id': changeItem(
    'updateJobRole',
    'jobRole',
    'a job role',
    'organisationJobRole',
    jobRoleInput,
    jobRole,
  ),
  'GET /api/organisationjobroles/:id/usage': usageOf('getJobRoleUsage', 'jobRole', 'a job role'),
  'DELETE /api/organisationjobroles/:id': deleteItem('deleteJobRole', 'jobRole', 'a job role'),

  'POST /api/organisationseasons': endpoint({
    name: 'addSeason',
    summary: 'Add a season',
    ...change,
    root: 'organisationSeason',
    body: seasonInput,
    reply: writtenSeason,
  }),
  'PUT /api/organisationseasons/:id': endpoint({
    name: 'updateSeason',
    summary: 'Change a season',
    description:
      'Absent properties stay as they are, null clears. 409 when someone else has changed the same value since `version`, while people still follow an earlier change of the seasons, and with what the change means now when that is not what the preview of `outcomeFingerprint` said.',
    ...change,
    params: Type.Object({ id: id('season') }),
    root: 'organisationSeason',
    body: seasonInput,
    reply: writtenSeason,
  }),
  'POST /api/organisationseasons/:id/preview': endpoint({
    name: 'previewSeasonChange',
    summary: 'Preview what saving a season means for people',
    description:
      'Whom other days, another ordering window or another current season affects. Changes nothing. For Admins of the whole organisation; 403 for others.',
    ...change,
    params: Type.Object({ id: described(idOrNone('season'), 'Season to be changed; 0 for a new one.') }),
    root: 'organisationSeason',
    body: seasonInput,
    reply: Type.Object({
      preview: entity('SeasonChangePreview', {
        people: described(int, 'People whom it affects; each counts once.'),
        outcome: described(
          Type.Array(text),
          'What it means for them, for example `212 people can order until 31 August 2026 instead of 30 June 2026.`; empty where it affects no one.',
        ),
        outcomeFingerprint,
      }),
    }),
  }),
  'GET /api/organisationseasons/:id/usage': usageOf('getSeasonUsage', 'season', 'a season'),
  'DELETE /api/organisationseasons/:id': deleteItem('deleteSeason', 'season', 'a season'),

  'GET /api/customerroles': endpoint({
    name: 'listRoles',
    summary: 'List roles with their permissions',
    tags,
    access: admin,
    reply: listOf('customerRoles', customerRole),
  }),
  'POST /api/customerroles': endpoint({
    name: 'addRole',
    summary: 'Add a role of the organisation’s own',
    tags,
    access: admin,
    root: 'customerRole',
    body: customerRoleInput,
    reply: listOf('customerRoles', customerRole),
  }),
  'PUT /api/customerroles/:id': endpoint({
    name: 'updateRole',
    summary: 'Change a role of the organisation’s own',
    description: 'The portal’s own roles cannot be changed (403).',
    tags,
    access: admin,
    params: Type.Object({ id: id('role') }),
    root: 'customerRole',
    body: customerRoleInput,
    reply: listOf('customerRoles', customerRole),
  }),
  'PUT /api/customerroles/:id/permissions': endpoint({
    name: 'updateRolePermissions',
    summary: 'Grant and withdraw permissions of a role',
    description: 'In this organisation only. Permissions that are not named stay as they are.',
    tags,
    access: admin,
    params: Type.Object({ id: id('role') }),
    refusesUnknown: true,
    body: Type.Object({
      granted: described(Type.Optional(Type.Array(permissionName, { maxItems: 20 })), 'Permissions to grant.'),
      withdrawn: described(Type.Optional(Type.Array(permissionName, { maxItems: 20 })), 'Permissions to withdraw.'),
    }),
    reply: listOf('customerRoles', customerRole),
  }),
  'GET /api/customerroles/:id/usage': usageOf('getRoleUsage', 'role', 'a role'),
  'DELETE /api/customerroles/:id': deleteItem('deleteRole', 'role', 'a role of the organisation’s own'),
};
