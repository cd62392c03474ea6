import type { ReplyOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { paths } from '#web/app/paths.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, plural } from '#web/ui/format/format.ts';
import {
  businessAreaKind,
  groupKind,
  jobRoleKind,
  PERMISSION_LABELS,
  type Resort,
  resortKind,
  roleKind,
  type StructureItem,
  seasonKind,
} from './item-kinds.ts';
import { defineItems, nameColumn, peopleColumn, type StructureReader } from './structure-list.tsx';

type Group = ReplyOf<'GET /api/organisationgroups'>['organisationGroups'][number];
type BusinessArea = ReplyOf<'GET /api/organisationbusinessareas'>['organisationBusinessAreas'][number];
type JobRole = ReplyOf<'GET /api/organisationjobroles'>['organisationJobRoles'][number];
type Season = ReplyOf<'GET /api/organisationseasons'>['organisationSeasons'][number];
type Role = ReplyOf<'GET /api/customerroles'>['customerRoles'][number];

interface Positioned {
  id: number;
  name: string;
  version: number;
  displayOrder: number;
}

/** An item that has a name and a position alone. */
export const toPositionedItem = ({ id, name, version, displayOrder }: Positioned): StructureItem => ({
  id,
  name,
  version,
  values: { name, displayOrder },
});

export const toGroupItem = (group: Group): StructureItem => {
  const item = toPositionedItem(group);
  return { ...item, values: { ...item.values, allowedAllocationTypeIds: group.allowedAllocationTypes.map(({ id }) => id) } };
};

const listWardrobes = ({ childCollections }: Group) => childCollections.map(({ name }) => name).join(', ');

export const groupsList = defineList<'GET /api/organisationgroups', StructureReader>()({
  ...defineItems(groupKind, {
    toItem: toGroupItem,
    listTexts: (group: Group) => [listWardrobes(group)],
    placeholder: 'Name or wardrobe',
  }),
  name: 'groups',
  call: 'GET /api/organisationgroups',
  rowsKey: 'organisationGroups',
  columns: {
    name: nameColumn,
    wardrobes: { title: 'Wardrobes', wraps: true, cell: listWardrobes },
    people: peopleColumn,
  },
  card: [{ start: ['name'], end: 'people' }, { start: ['wardrobes'] }],
});

export const destinationsList = defineList<'GET /api/organisationresorts', StructureReader>()({
  ...defineItems(resortKind, { toItem: toPositionedItem, listTexts: (_: Resort) => [], placeholder: 'Name' }),
  name: 'destinations',
  call: 'GET /api/organisationresorts',
  fixedQuery: { includeOrganisationResortAddresses: true },
  rowsKey: 'organisationResorts',
  link: ({ id }) => paths.resort(id),
  columns: {
    name: nameColumn,
    departments: {
      title: 'Departments',
      isNumber: true,
      cell: ({ departments }) => departments.length,
      onCard: ({ departments }) => plural(departments.length, 'department'),
    },
    addresses: {
      title: 'Addresses',
      isNumber: true,
      cell: ({ organisationResortAddresses }) => organisationResortAddresses.length,
      onCard: ({ organisationResortAddresses }) => plural(organisationResortAddresses.length, 'address', 'addresses'),
    },
    people: peopleColumn,
  },
  card: [{ start: ['name'], end: 'people' }, { start: ['departments', 'addresses'] }],
});

export const businessAreasList = defineList<'GET /api/organisationbusinessareas', StructureReader>()({
  ...defineItems(businessAreaKind, {
    toItem: toPositionedItem,
    listTexts: ({ id }: BusinessArea, { jobs }) => [jobs?.get(id)],
    placeholder: 'Name or job role',
  }),
  name: 'businessareas',
  call: 'GET /api/organisationbusinessareas',
  rowsKey: 'organisationBusinessAreas',
  columns: {
    name: nameColumn,
    jobs: { title: 'Job roles', wraps: true, cell: ({ id }, { jobs }) => jobs && (jobs.get(id) ?? 'No job roles') },
    people: peopleColumn,
  },
  card: [{ start: ['name'], end: 'people' }, { start: ['jobs'] }],
});

export const toJobRoleItem = (role: JobRole): StructureItem => {
  const item = toPositionedItem(role);
  return { ...item, values: { ...item.values, organisationBusinessAreaId: role.organisationBusinessAreaId ?? 0 } };
};

const describeArea = ({ organisationBusinessAreaId }: JobRole, { areas }: StructureReader) =>
  areas && (areas.get(organisationBusinessAreaId ?? 0) ?? 'In no business area');

export const jobRolesList = defineList<'GET /api/organisationjobroles', StructureReader>()({
  ...defineItems(jobRoleKind, {
    toItem: toJobRoleItem,
    listTexts: (role: JobRole, reader) => [describeArea(role, reader)],
    placeholder: 'Name or business area',
  }),
  name: 'jobroles',
  call: 'GET /api/organisationjobroles',
  rowsKey: 'organisationJobRoles',
  columns: {
    name: nameColumn,
    area: { title: 'Business area', wraps: true, cell: describeArea },
    people: peopleColumn,
  },
  card: [{ start: ['name'], end: 'people' }, { start: ['area'] }],
});

const dayOf = (utc: string | null) => utc?.slice(0, 10) ?? '';

export const toSeasonItem = ({ id, name, version, isCurrent, ...season }: Season): StructureItem => ({
  id,
  name,
  version,
  values: {
    name,
    startDateUtc: dayOf(season.startDateUtc),
    endDateUtc: dayOf(season.endDateUtc),
    orderingOpensUtc: dayOf(season.orderingOpensUtc),
    orderingClosesUtc: dayOf(season.orderingClosesUtc),
    isCurrent,
  },
});

/** Whether ordering is open, opens later or has closed, with the dates. */
function describeOrdering({ orderingOpensUtc, orderingClosesUtc }: Season): string {
  const [opens, closes] = [dayOf(orderingOpensUtc), dayOf(orderingClosesUtc)];
  const today = new Date().toISOString().slice(0, 10);
  if (opens === '' && closes === '') return 'At any time';
  if (opens !== '' && today < opens) return `Opens on ${formatDate(opens)}${closes && `, until ${formatDate(closes)}`}`;
  if (closes !== '' && today > closes) return `Closed on ${formatDate(closes)}`;
  return closes === '' ? `Open since ${formatDate(opens)}` : `Open until ${formatDate(closes)}`;
}

const describeDays = ({ startDateUtc, endDateUtc }: Season) => `${formatDate(startDateUtc)} to ${formatDate(endDateUtc)}`;

export const seasonsList = defineList<'GET /api/organisationseasons', StructureReader>()({
  ...defineItems(seasonKind, {
    toItem: toSeasonItem,
    listTexts: (season: Season) => [describeDays(season), describeOrdering(season)],
    placeholder: 'Name or date',
  }),
  name: 'seasons',
  call: 'GET /api/organisationseasons',
  rowsKey: 'organisationSeasons',
  columns: {
    name: nameColumn,
    days: { title: 'Days', wraps: true, cell: describeDays },
    ordering: {
      title: 'Ordering',
      wraps: true,
      cell: describeOrdering,
      onCard: (season) => `Ordering: ${describeOrdering(season)}`,
    },
    state: { title: 'State', cell: ({ isCurrent }) => isCurrent && <StatusBadge tone="success">Current</StatusBadge> },
    people: peopleColumn,
  },
  card: [{ start: ['name'], end: 'state' }, { start: ['days'], end: 'people' }, { start: ['ordering'] }],
});

export const toRoleItem = ({ id, name, version, active, isSystemRole }: Role): StructureItem => ({
  id,
  name,
  version,
  values: { name, active },
  ...(isSystemRole && { fixedReason: 'Built-in role' }),
});

const listPermissions = ({ permissions }: Role) =>
  PERMISSION_LABELS.filter(([permission]) => permissions.includes(permission))
    .map(([, words]) => words)
    .join(' · ') || 'No permissions yet';

export const rolesList = defineList<'GET /api/customerroles', StructureReader>()({
  ...defineItems(roleKind, {
    toItem: toRoleItem,
    listTexts: (role: Role) => [listPermissions(role)],
    placeholder: 'Name or permission',
  }),
  name: 'roles',
  call: 'GET /api/customerroles',
  rowsKey: 'customerRoles',
  columns: {
    name: nameColumn,
    permissions: { title: 'Permissions', wraps: true, cell: listPermissions },
    state: {
      title: 'State',
      cell: ({ active, isSystemRole }) =>
        active ? isSystemRole && 'Built-in role' : <StatusBadge tone="neutral">Inactive</StatusBadge>,
    },
    people: peopleColumn,
  },
  card: [
    { start: ['name'], end: 'people' },
    { start: ['permissions'], end: 'state' },
  ],
});
