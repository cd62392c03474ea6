import type { QueryClient } from '@tanstack/react-query';
import type { Call, ReplyOf } from '#contract/index.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import type { BulkEdit } from '#web/app/bulk-edit/use-bulk-edits.ts';
import type { EditableValues } from '#web/app/optimistic-concurrency.ts';
import { ALLOCATION_TYPES, type AllocationTypeId, allowedAllocationTypes } from './allocation-types.ts';
import type { RecordField } from './record-field.tsx';

/** A group, destination, season or other part of an organisation's structure, as the pages show and edit it. */
export interface StructureItem {
  id: number;
  name: string;
  version: number;
  values: EditableValues;
  /** Why it cannot be renamed or deleted; undefined if it can. */
  fixedReason?: string;
}

/** A field of the form for a kind of item. */
export interface ItemField extends RecordField {
  /** A choice between the business areas. */
  isArea?: true;
  /** Whether the form shows the field for this item (undefined: a new one); default: always. */
  appliesTo?: (item: StructureItem | undefined) => boolean;
}

/** The body of a save: the changed fields, and the version they are based on. */
export interface ItemPayload {
  version?: number;
  name?: string;
  displayOrder?: number;
  organisationBusinessAreaId?: number;
  startDateUtc?: string;
  endDateUtc?: string;
  orderingOpensUtc?: string;
  orderingClosesUtc?: string;
  isCurrent?: boolean;
  /** Of what saving a season means for people, as it was shown. */
  outcomeFingerprint?: string;
  active?: boolean;
  allowedAllocationTypeIds?: AllocationTypeId[];
}

export type ItemUsage = ReplyOf<'GET /api/organisationgroups/:id/usage'>;
type People = ReplyOf<'GET /api/organisationstructure/people'>;

/** What a save answers. */
interface SavedItem {
  id: number;
  /** By which people follow a change of the seasons. */
  bulkEdit?: BulkEdit | null;
}

/** Everything that differs between the kinds of structure items: texts, fields and API calls. */
export interface StructureItemKind {
  /** Part of the path: /index/settings/<slug>. */
  slug: string;
  title: string;
  singular: string;
  plural: string;
  description: string;
  emptyText: string;
  fields: readonly ItemField[];
  /** Values of the form for a new item. */
  initialValues: EditableValues;
  /** The call that lists the items. */
  call: Call;
  /** Lists the items again, with the versions that they have now. */
  reload: (client: QueryClient) => Promise<readonly { id: number; version: number }[]>;
  /** Property of the people counts for this kind. */
  people: keyof People;
  save: (id: number | undefined, payload: ItemPayload) => Promise<SavedItem>;
  usage: (id: number) => Promise<ItemUsage>;
  remove: (id: number, moveToId: number | undefined) => Promise<ReplyOf<'DELETE /api/organisationgroups/:id'>>;
  /** The action of the bulk edits in which people move from an item that is deleted; undefined where they are not shown. */
  removal?: string;
  /** Calls whose cached responses become stale when an item changes, in addition to its own list. */
  invalidates: readonly Call[];
}

const position: ItemField = {
  name: 'displayOrder',
  label: 'Position',
  hint: 'Lower numbers come first.',
  type: 'number',
  appliesTo: (item) => item !== undefined,
};
const nameField: ItemField = { name: 'name', label: 'Name', type: 'text', required: true };

const target = (moveToId: number | undefined) => (moveToId === undefined ? {} : { moveToId });
const now = { staleTime: 0 };

export const groupKind: StructureItemKind = {
  slug: 'groups',
  title: 'Groups',
  singular: 'group',
  plural: 'groups',
  description: 'Divisions of the organisation. People belong to groups, and some administer them.',
  emptyText: 'Groups are the divisions of your organisation. An administrator of a group sees and manages only its people.',
  fields: [nameField, allowedAllocationTypes, position],
  initialValues: { name: '', allowedAllocationTypeIds: ALLOCATION_TYPES.map(({ value }) => value) },
  call: 'GET /api/organisationgroups',
  reload: async (client) => (await client.fetchQuery({ ...apiQuery('GET /api/organisationgroups'), ...now })).organisationGroups,
  people: 'organisationGroups',
  save: (id, payload) =>
    (id === undefined
      ? api('POST /api/organisationgroups', { body: { organisationGroup: payload } })
      : api('PUT /api/organisationgroups/:id', { params: { id }, body: { organisationGroup: payload } })
    ).then(({ organisationGroup }) => organisationGroup),
  usage: (id) => api('GET /api/organisationgroups/:id/usage', { params: { id } }),
  remove: (id, moveToId) => api('DELETE /api/organisationgroups/:id', { params: { id }, query: target(moveToId) }),
  removal: 'group',
  invalidates: ['GET /api/customers'],
};

export type Resort = ReplyOf<'GET /api/organisationresorts'>['organisationResorts'][number];
export const resortsQuery = apiQuery('GET /api/organisationresorts', {
  query: { includeOrganisationResortAddresses: true },
});

export const resortKind: StructureItemKind = {
  slug: 'destinations',
  title: 'Destinations',
  singular: 'destination',
  plural: 'destinations',
  description: 'Sites where people work, with their departments and delivery addresses.',
  emptyText: 'Destinations are the sites where your people work. Uniforms are delivered to their addresses.',
  fields: [nameField, position],
  initialValues: { name: '' },
  call: 'GET /api/organisationresorts',
  reload: async (client) => (await client.fetchQuery({ ...resortsQuery, ...now })).organisationResorts,
  people: 'organisationResorts',
  save: (id, payload) =>
    (id === undefined
      ? api('POST /api/organisationresorts', { body: { organisationResort: payload } })
      : api('PUT /api/organisationresorts/:id', { params: { id }, body: { organisationResort: payload } })
    ).then(({ organisationResort }) => organisationResort),
  usage: (id) => api('GET /api/organisationresorts/:id/usage', { params: { id } }),
  remove: (id, moveToId) => api('DELETE /api/organisationresorts/:id', { params: { id }, query: target(moveToId) }),
  removal: 'resort',
  invalidates: ['GET /api/customers'],
};

/** The departments of one destination. */
export const createDepartmentKind = (resortId: number): StructureItemKind => ({
  slug: `departments.${resortId}`,
  title: 'Departments',
  singular: 'department',
  plural: 'departments',
  description: '',
  emptyText: 'Departments are the parts of a destination. People are asked which ones they work in.',
  fields: [nameField, position],
  initialValues: { name: '' },
  call: 'GET /api/organisationresorts',
  reload: async (client) =>
    (await client.fetchQuery({ ...resortsQuery, ...now })).organisationResorts.find(({ id }) => id === resortId)?.departments ??
    [],
  people: 'organisationResorts',
  save: (id, payload) =>
    (id === undefined
      ? api('POST /api/organisationresorts/:id/departments', {
          params: { id: resortId },
          body: { department: payload },
        })
      : api('PUT /api/organisationdepartments/:id', { params: { id }, body: { department: payload } })
    ).then(({ department }) => department),
  usage: (id) => api('GET /api/organisationdepartments/:id/usage', { params: { id } }),
  remove: (id, moveToId) => api('DELETE /api/organisationdepartments/:id', { params: { id }, query: target(moveToId) }),
  invalidates: ['GET /api/organisationresorts', 'GET /api/customers'],
});

export const businessAreaKind: StructureItemKind = {
  slug: 'areas',
  title: 'Business areas',
  singular: 'business area',
  plural: 'business areas',
  description: 'What each part of the organisation does. Products and job roles belong to business areas.',
  emptyText: 'Business areas describe what each part of your organisation does, such as Kitchen or Grounds.',
  fields: [nameField, position],
  initialValues: { name: '' },
  call: 'GET /api/organisationbusinessareas',
  reload: async (client) =>
    (await client.fetchQuery({ ...apiQuery('GET /api/organisationbusinessareas'), ...now })).organisationBusinessAreas,
  people: 'organisationBusinessAreas',
  save: (id, payload) =>
    (id === undefined
      ? api('POST /api/organisationbusinessareas', { body: { organisationBusinessArea: payload } })
      : api('PUT /api/organisationbusinessareas/:id', { params: { id }, body: { organisationBusinessArea: payload } })
    ).then(({ organisationBusinessArea }) => organisationBusinessArea),
  usage: (id) => api('GET /api/organisationbusinessareas/:id/usage', { params: { id } }),
  remove: (id, moveToId) => api('DELETE /api/organisationbusinessareas/:id', { params: { id }, query: target(moveToId) }),
  removal: 'businessArea',
  invalidates: ['GET /api/organisationjobroles', 'GET /api/customers'],
};

export const jobRoleKind: StructureItemKind = {
  slug: 'job-roles',
  title: 'Job roles',
  singular: 'job role',
  plural: 'job roles',
  description: 'People’s jobs. A job role limits the products a person sees.',
  emptyText: 'Job roles describe people’s jobs, such as Chef or Receptionist. They limit the products a person sees.',
  fields: [nameField, { name: 'organisationBusinessAreaId', label: 'Business area', type: 'choice', isArea: true }, position],
  initialValues: { name: '', organisationBusinessAreaId: 0 },
  call: 'GET /api/organisationjobroles',
  reload: async (client) =>
    (await client.fetchQuery({ ...apiQuery('GET /api/organisationjobroles'), ...now })).organisationJobRoles,
  people: 'organisationJobRoles',
  save: (id, payload) =>
    (id === undefined
      ? api('POST /api/organisationjobroles', { body: { organisationJobRole: payload } })
      : api('PUT /api/organisationjobroles/:id', { params: { id }, body: { organisationJobRole: payload } })
    ).then(({ organisationJobRole }) => organisationJobRole),
  usage: (id) => api('GET /api/organisationjobroles/:id/usage', { params: { id } }),
  remove: (id, moveToId) => api('DELETE /api/organisationjobroles/:id', { params: { id }, query: target(moveToId) }),
  removal: 'jobRole',
  invalidates: ['GET /api/organisationbusinessareas', 'GET /api/customers'],
};

export const seasonKind: StructureItemKind = {
  slug: 'seasons',
  title: 'Seasons',
  singular: 'season',
  plural: 'seasons',
  description: 'Periods of the uniform programme, with the dates when ordering is open.',
  emptyText: 'A season is a period of your uniform programme. Entitlements are counted per season.',
  fields: [
    nameField,
    { name: 'startDateUtc', label: 'First day', type: 'day', required: true },
    { name: 'endDateUtc', label: 'Last day', type: 'day', required: true },
    { name: 'orderingOpensUtc', label: 'Ordering opens', hint: 'Leave blank to open immediately.', type: 'day' },
    {
      name: 'orderingClosesUtc',
      label: 'Ordering closes',
      hint: 'The last day for orders. Leave blank to keep ordering open.',
      type: 'day',
    },
    {
      name: 'isCurrent',
      label: 'This is the current season',
      hint: 'It replaces the previous current season.',
      type: 'flag',
      appliesTo: (item) => item?.values.isCurrent !== true,
    },
  ],
  initialValues: { name: '', startDateUtc: '', endDateUtc: '', orderingOpensUtc: '', orderingClosesUtc: '', isCurrent: false },
  call: 'GET /api/organisationseasons',
  reload: async (client) =>
    (await client.fetchQuery({ ...apiQuery('GET /api/organisationseasons'), ...now })).organisationSeasons,
  people: 'organisationSeasons',
  save: (id, payload) =>
    (id === undefined
      ? api('POST /api/organisationseasons', { body: { organisationSeason: payload } })
      : api('PUT /api/organisationseasons/:id', { params: { id }, body: { organisationSeason: payload } })
    ).then(({ organisationSeason: { id: seasonId }, bulkEdit }) => ({ id: seasonId, bulkEdit })),
  usage: (id) => api('GET /api/organisationseasons/:id/usage', { params: { id } }),
  remove: (id, moveToId) => api('DELETE /api/organisationseasons/:id', { params: { id }, query: target(moveToId) }),
  removal: 'season',
  invalidates: ['GET /api/customers'],
};

/** Labels of the permissions, in the order that decides the landing page. */
export const PERMISSION_LABELS = [
  ['AllowDashboard', 'See the dashboard'],
  ['AllowAdhocOrder', 'Order from the ad hoc list'],
  ['AllowAdhocOrderModal', 'Order from the ad hoc list, with details in a dialog'],
  ['AllowUniformBuilder', 'Order the uniform they are entitled to'],
  ['AllowProducts', 'Browse products'],
  ['AllowProductsModal', 'Browse products, with details in a dialog'],
  ['AllowStockEnquiry', 'Check stock'],
] as const;

export const rolesQuery = apiQuery('GET /api/customerroles');

export const roleKind: StructureItemKind = {
  slug: 'roles',
  title: 'Roles',
  singular: 'role',
  plural: 'roles',
  description: 'Permissions in the portal. The first four roles are built in; you can change their permissions.',
  emptyText: '',
  fields: [
    nameField,
    {
      name: 'active',
      label: 'Active',
      hint: 'An inactive role grants no permissions and cannot be assigned.',
      type: 'flag',
      appliesTo: (item) => item !== undefined,
    },
  ],
  initialValues: { name: '' },
  call: 'GET /api/customerroles',
  reload: async (client) => (await client.fetchQuery({ ...rolesQuery, ...now })).customerRoles,
  people: 'customerRoles',
  save: (id, payload) =>
    (id === undefined
      ? api('POST /api/customerroles', { body: { customerRole: payload } })
      : api('PUT /api/customerroles/:id', { params: { id }, body: { customerRole: payload } })
    ).then(({ customerRoles }) => ({ id: customerRoles[0]?.id ?? 0 })),
  usage: (id) => api('GET /api/customerroles/:id/usage', { params: { id } }),
  remove: (id, moveToId) => api('DELETE /api/customerroles/:id', { params: { id }, query: target(moveToId) }),
  removal: 'role',
  invalidates: ['GET /api/customers'],
};

export const ITEM_KINDS: readonly StructureItemKind[] = [
  groupKind,
  resortKind,
  businessAreaKind,
  jobRoleKind,
  seasonKind,
  roleKind,
];

/** Marks all cached data that a change of such an item may affect as stale. */
export const invalidateItems = (client: QueryClient, kind: StructureItemKind) =>
  invalidateCalls(client, kind.call, 'GET /api/organisationstructure/people', ...kind.invalidates);
