import type { QueryClient } from '@tanstack/react-query';
import type { Call, ReplyOf } from '#contract/index.ts';
import { api, apiQuery, refresh } from '../api.ts';
import type { Values } from '../hooks/two-editors.ts';
import { formatDay } from '../ui/format.ts';

/** A group, a destination, a season: whatever an organisation is made of, as the pages show and edit it. */
export interface Thing {
  id: number;
  name: string;
  version: number;
  values: Values;
  /** What is said of it below its name. */
  notes: string[];
  /** Stands beside the name. */
  badge?: readonly [label: string, tone: 'success' | 'neutral' | 'warning'];
  /** Why it can be neither renamed nor deleted. */
  fixed?: string;
}

export interface FieldOf {
  name: string;
  label: string;
  about?: string;
  type: 'text' | 'number' | 'day' | 'flag' | 'area';
  required?: boolean;
  /** Whether it is asked of this one: something new has none. */
  when?: (thing: Thing | undefined) => boolean;
}

/** What a form sends: the changed fields of a kind, with the version that was seen. */
export interface Sent {
  version?: number;
  name?: string;
  displayOrder?: number;
  organisationBusinessAreaId?: number;
  startDateUtc?: string;
  endDateUtc?: string;
  orderingOpensUtc?: string;
  orderingClosesUtc?: string;
  isCurrent?: boolean;
  active?: boolean;
}

export type Usage = ReplyOf<'GET /api/organisationgroups/:id/usage'>;
type People = ReplyOf<'GET /api/organisationstructure/people'>;

export interface KindOf {
  /** In the address: /index/structure/<slug>. */
  slug: string;
  title: string;
  one: string;
  many: string;
  about: string;
  empty: string;
  fields: readonly FieldOf[];
  /** What a new one begins with. */
  start: Values;
  query: { queryKey: readonly [Call, ...unknown[]]; load: () => Promise<Thing[]> };
  /** Where the numbers of its people stand. */
  people: keyof People;
  save: (id: number | undefined, sent: Sent) => Promise<unknown>;
  usage: (id: number) => Promise<Usage>;
  remove: (id: number, moveToId: number | undefined) => Promise<unknown>;
  /** Calls whose answers change with it, beside its own list. */
  touches: readonly Call[];
}

const position: FieldOf = {
  name: 'displayOrder',
  label: 'Position',
  about: 'Lists begin with the lowest number.',
  type: 'number',
  when: (thing) => thing !== undefined,
};
const nameField: FieldOf = { name: 'name', label: 'Name', type: 'text', required: true };

const named = ({ name, displayOrder }: { name: string; displayOrder: number }): Values => ({ name, displayOrder });
const target = (moveToId: number | undefined) => (moveToId === undefined ? {} : { moveToId });
const dayOf = (utc: string | null) => utc?.slice(0, 10) ?? '';

const query = <T>(call: Call, load: () => Promise<T>) => ({ queryKey: [call, 'structure'] as const, load });

export const groups: KindOf = {
  slug: 'groups',
  title: 'Groups',
  one: 'group',
  many: 'groups',
  about: 'Divisions of the organisation. People belong to groups, and some administer them.',
  empty: 'Groups are the divisions of your organisation. An administrator of a group sees and manages only its people.',
  fields: [nameField, position],
  start: { name: '' },
  query: query('GET /api/organisationgroups', async () =>
    (await api('GET /api/organisationgroups')).organisationGroups.map((group) => ({
      ...group,
      values: named(group),
      notes: group.childCollections.length > 0 ? [`Wardrobes: ${group.childCollections.map(({ name }) => name).join(', ')}`] : [],
    })),
  ),
  people: 'organisationGroups',
  save: (id, sent) =>
    id === undefined
      ? api('POST /api/organisationgroups', { body: { organisationGroup: sent } })
      : api('PUT /api/organisationgroups/:id', { params: { id }, body: { organisationGroup: sent } }),
  usage: (id) => api('GET /api/organisationgroups/:id/usage', { params: { id } }),
  remove: (id, moveToId) => api('DELETE /api/organisationgroups/:id', { params: { id }, query: target(moveToId) }),
  touches: ['GET /api/customers'],
};

const listResorts = async () =>
  (await api('GET /api/organisationresorts', { query: { includeOrganisationResortAddresses: true } })).organisationResorts;
export type Destination = Awaited<ReturnType<typeof listResorts>>[number];
export const destinationsQuery = apiQuery('GET /api/organisationresorts', {
  query: { includeOrganisationResortAddresses: true },
});

const counted = (count: number, one: string, many: string) => `${count === 0 ? 'No' : count} ${count === 1 ? one : many}`;

export const destinations: KindOf = {
  slug: 'destinations',
  title: 'Destinations',
  one: 'destination',
  many: 'destinations',
  about: 'Sites where people work, with departments and the addresses that uniforms are delivered to.',
  empty: 'Destinations are the sites where your people work. Uniforms are delivered to their addresses.',
  fields: [nameField, position],
  start: { name: '' },
  query: query('GET /api/organisationresorts', async () =>
    (await listResorts()).map((resort) => ({
      ...resort,
      values: named(resort),
      notes: [
        counted(resort.departments.length, 'department', 'departments'),
        counted(resort.organisationResortAddresses.length, 'address', 'addresses'),
      ],
    })),
  ),
  people: 'organisationResorts',
  save: (id, sent) =>
    id === undefined
      ? api('POST /api/organisationresorts', { body: { organisationResort: sent } })
      : api('PUT /api/organisationresorts/:id', { params: { id }, body: { organisationResort: sent } }),
  usage: (id) => api('GET /api/organisationresorts/:id/usage', { params: { id } }),
  remove: (id, moveToId) => api('DELETE /api/organisationresorts/:id', { params: { id }, query: target(moveToId) }),
  touches: ['GET /api/customers'],
};

/** The departments of one destination. */
export const departmentsOf = (resortId: number): KindOf => ({
  slug: `departments.${resortId}`,
  title: 'Departments',
  one: 'department',
  many: 'departments',
  about: '',
  empty: 'Where a destination has departments, people are asked which they work in.',
  fields: [nameField, position],
  start: { name: '' },
  query: {
    queryKey: ['GET /api/organisationresorts', 'structure', resortId],
    load: async () =>
      ((await listResorts()).find(({ id }) => id === resortId)?.departments ?? []).map((department) => ({
        ...department,
        values: named(department),
        notes: [],
      })),
  },
  people: 'organisationResorts',
  save: (id, sent) =>
    id === undefined
      ? api('POST /api/organisationresorts/:id/departments', {
          params: { id: resortId },
          body: { department: sent },
        })
      : api('PUT /api/organisationdepartments/:id', { params: { id }, body: { department: sent } }),
  usage: (id) => api('GET /api/organisationdepartments/:id/usage', { params: { id } }),
  remove: (id, moveToId) => api('DELETE /api/organisationdepartments/:id', { params: { id }, query: target(moveToId) }),
  touches: ['GET /api/organisationresorts', 'GET /api/customers'],
});

const areaNames = async () =>
  new Map((await api('GET /api/organisationbusinessareas')).organisationBusinessAreas.map(({ id, name }) => [id, name]));

export const areas: KindOf = {
  slug: 'areas',
  title: 'Business areas',
  one: 'business area',
  many: 'business areas',
  about: 'What a part of the organisation does. Products and job roles belong to areas.',
  empty: 'Business areas say what a part of your organisation does: Kitchen, Front of house, Grounds.',
  fields: [nameField, position],
  start: { name: '' },
  query: query('GET /api/organisationbusinessareas', async () => {
    const [{ organisationBusinessAreas }, { organisationJobRoles }] = await Promise.all([
      api('GET /api/organisationbusinessareas'),
      api('GET /api/organisationjobroles'),
    ]);
    return organisationBusinessAreas.map((area) => ({
      ...area,
      values: named(area),
      notes: [
        organisationJobRoles
          .filter(({ organisationBusinessAreaId }) => organisationBusinessAreaId === area.id)
          .map(({ name }) => name)
          .join(', ') || 'No job roles',
      ],
    }));
  }),
  people: 'organisationBusinessAreas',
  save: (id, sent) =>
    id === undefined
      ? api('POST /api/organisationbusinessareas', { body: { organisationBusinessArea: sent } })
      : api('PUT /api/organisationbusinessareas/:id', { params: { id }, body: { organisationBusinessArea: sent } }),
  usage: (id) => api('GET /api/organisationbusinessareas/:id/usage', { params: { id } }),
  remove: (id, moveToId) => api('DELETE /api/organisationbusinessareas/:id', { params: { id }, query: target(moveToId) }),
  touches: ['GET /api/organisationjobroles', 'GET /api/customers'],
};

export const jobRoles: KindOf = {
  slug: 'job-roles',
  title: 'Job roles',
  one: 'job role',
  many: 'job roles',
  about: 'What people work as. A job role narrows the range that somebody sees.',
  empty: 'Job roles say what people work as: Chef, Receptionist. They narrow the range that somebody sees.',
  fields: [nameField, { name: 'organisationBusinessAreaId', label: 'Business area', type: 'area' }, position],
  start: { name: '', organisationBusinessAreaId: 0 },
  query: query('GET /api/organisationjobroles', async () => {
    const [{ organisationJobRoles }, inArea] = await Promise.all([api('GET /api/organisationjobroles'), areaNames()]);
    return organisationJobRoles.map((role) => ({
      ...role,
      values: { ...named(role), organisationBusinessAreaId: role.organisationBusinessAreaId ?? 0 },
      notes: [inArea.get(role.organisationBusinessAreaId ?? 0) ?? 'In no business area'],
    }));
  }),
  people: 'organisationJobRoles',
  save: (id, sent) =>
    id === undefined
      ? api('POST /api/organisationjobroles', { body: { organisationJobRole: sent } })
      : api('PUT /api/organisationjobroles/:id', { params: { id }, body: { organisationJobRole: sent } }),
  usage: (id) => api('GET /api/organisationjobroles/:id/usage', { params: { id } }),
  remove: (id, moveToId) => api('DELETE /api/organisationjobroles/:id', { params: { id }, query: target(moveToId) }),
  touches: ['GET /api/organisationbusinessareas', 'GET /api/customers'],
};

/** "Ordering from 1 Mar to 30 Apr 2027", with whether it is open on the day. */
export function orderingInWords(opens: string, closes: string, today: string): string {
  if (opens === '' && closes === '') return 'Ordering at any time';
  if (opens !== '' && today < opens) return `Ordering opens on ${formatDay(opens)}${closes && `, until ${formatDay(closes)}`}`;
  if (closes !== '' && today > closes) return `Ordering closed on ${formatDay(closes)}`;
  return closes === '' ? `Ordering open since ${formatDay(opens)}` : `Ordering open until ${formatDay(closes)}`;
}

export const seasons: KindOf = {
  slug: 'seasons',
  title: 'Seasons',
  one: 'season',
  many: 'seasons',
  about: 'Periods of the uniform programme, each with the days on which can be ordered.',
  empty: 'A season is a period of your uniform programme. What people are owed counts by season.',
  fields: [
    nameField,
    { name: 'startDateUtc', label: 'First day', type: 'day', required: true },
    { name: 'endDateUtc', label: 'Last day', type: 'day', required: true },
    { name: 'orderingOpensUtc', label: 'Ordering opens', about: 'Empty: open from the beginning.', type: 'day' },
    { name: 'orderingClosesUtc', label: 'Ordering closes', about: 'The last day. Empty: never closes.', type: 'day' },
    {
      name: 'isCurrent',
      label: 'This is the current season',
      about: 'Another one stops being it.',
      type: 'flag',
      when: (thing) => thing?.values.isCurrent !== true,
    },
  ],
  start: { name: '', startDateUtc: '', endDateUtc: '', orderingOpensUtc: '', orderingClosesUtc: '', isCurrent: false },
  query: query('GET /api/organisationseasons', async () =>
    (await api('GET /api/organisationseasons')).organisationSeasons.map((season): Thing => {
      const [opens, closes] = [dayOf(season.orderingOpensUtc), dayOf(season.orderingClosesUtc)];
      return {
        ...season,
        values: {
          name: season.name,
          startDateUtc: dayOf(season.startDateUtc),
          endDateUtc: dayOf(season.endDateUtc),
          orderingOpensUtc: opens,
          orderingClosesUtc: closes,
          isCurrent: season.isCurrent,
        },
        notes: [
          `${formatDay(season.startDateUtc)} to ${formatDay(season.endDateUtc)}`,
          orderingInWords(opens, closes, new Date().toISOString().slice(0, 10)),
        ],
        ...(season.isCurrent ? { badge: ['Current', 'success'] as const } : {}),
      };
    }),
  ),
  people: 'organisationSeasons',
  save: (id, sent) =>
    id === undefined
      ? api('POST /api/organisationseasons', { body: { organisationSeason: sent } })
      : api('PUT /api/organisationseasons/:id', { params: { id }, body: { organisationSeason: sent } }),
  usage: (id) => api('GET /api/organisationseasons/:id/usage', { params: { id } }),
  remove: (id, moveToId) => api('DELETE /api/organisationseasons/:id', { params: { id }, query: target(moveToId) }),
  touches: ['GET /api/customers'],
};

/** What each permission lets people do, in the order of the first page that they open. */
export const PERMISSIONS = [
  ['AllowDashboard', 'See the dashboard'],
  ['AllowAdhocOrder', 'Order from the order list'],
  ['AllowAdhocOrderModal', 'Order from the order list, with details in a dialog'],
  ['AllowUniformBuilder', 'Order the uniform they are owed'],
  ['AllowProducts', 'Look through the products'],
  ['AllowProductsModal', 'Look through the products, with details in a dialog'],
  ['AllowStockEnquiry', 'Ask for stock'],
] as const;

export const rolesQuery = apiQuery('GET /api/customerroles');

export const roles: KindOf = {
  slug: 'roles',
  title: 'Roles',
  one: 'role',
  many: 'roles',
  about: 'What people may do in the portal. The first four are the portal’s own; their permissions are yours to set.',
  empty: '',
  fields: [
    nameField,
    {
      name: 'active',
      label: 'Active',
      about: 'A role that is not active permits nothing, and nobody new gets it.',
      type: 'flag',
      when: (thing) => thing !== undefined,
    },
  ],
  start: { name: '' },
  query: query('GET /api/customerroles', async () =>
    (await api('GET /api/customerroles')).customerRoles.map(
      (role): Thing => ({
        ...role,
        values: { name: role.name, active: role.active },
        notes: [
          PERMISSIONS.filter(([permission]) => role.permissions.includes(permission))
            .map(([, words]) => words)
            .join(' · ') || 'Permits nothing yet',
        ],
        ...(role.isSystemRole ? { fixed: 'One of the portal’s own roles' } : {}),
        ...(role.active ? {} : { badge: ['Not active', 'neutral'] as const }),
      }),
    ),
  ),
  people: 'customerRoles',
  save: (id, sent) =>
    id === undefined
      ? api('POST /api/customerroles', { body: { customerRole: sent } })
      : api('PUT /api/customerroles/:id', { params: { id }, body: { customerRole: sent } }),
  usage: (id) => api('GET /api/customerroles/:id/usage', { params: { id } }),
  remove: (id, moveToId) => api('DELETE /api/customerroles/:id', { params: { id }, query: target(moveToId) }),
  touches: ['GET /api/customers'],
};

export const kinds: readonly KindOf[] = [groups, destinations, areas, jobRoles, seasons, roles];

/** Fetches again what a change of a kind may have changed. */
export const refreshKind = (client: QueryClient, kind: KindOf) =>
  Promise.all([
    client.invalidateQueries({ queryKey: [kind.query.queryKey[0]] }),
    refresh(client, 'GET /api/organisationstructure/people', ...kind.touches),
  ]);
