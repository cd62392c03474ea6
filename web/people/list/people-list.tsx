import type { QueryOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { flag, manyRecords, oneOf, oneRecord } from '#web/app/lists/filter-kinds.tsx';
import type { CombinedFilter } from '#web/app/lists/list-filter.ts';
import { paths } from '#web/app/paths.ts';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import {
  OptionName,
  useBusinessAreaOptions,
  useDestinationOptions,
  useGroupOptions,
  useSeasonOptions,
  useWardrobeOptions,
} from '#web/organisation/structure-options.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { formatRoles } from '../person/listed-person.ts';
import { measurementStatusLabels } from '../uniform-status-labels.ts';
import type { PeopleListReader } from './people-list-reader.ts';
import { PersonActionButtons, Start, Uniform } from './person-cells.tsx';

type PeopleQuery = NonNullable<QueryOf<'GET /api/customers'>>;

const manages = ({ isManager }: PeopleListReader) => isManager;

const UNIFORM_STATUSES = [
  { id: 10, label: 'Not started' },
  { id: 20, label: 'Partly ordered' },
  { id: 30, label: 'Complete' },
  { id: 40, label: 'Opted out' },
] as const;

const uniformStatus = oneRecord({ label: 'Uniform', url: 'uniform', options: UNIFORM_STATUSES });

const MEASURED = [
  { id: '10', label: 'No' },
  { id: '20', label: 'Yes' },
  { id: '30', label: 'With special measurements' },
  { id: '10-since-start', label: 'Not since they started' },
  { id: '20-since-start', label: 'Since they started' },
  { id: '30-since-start', label: 'With special measurements since they started' },
] as const;

/** By whether people have been measured, ever or since their first day of work. */
const measuredFilter = {
  ...oneOf({ label: 'Measured', url: 'measured', options: MEASURED }),
  isAllowed: manages,
  toQuery: (value) => {
    const [status, ...since] = String(value).split('-');
    return {
      [since.length > 0 ? 'orderingAfterStartDateBodiMeStatusId' : 'orderingBodiMeStatusId']: Number(status),
    };
  },
} as CombinedFilter<PeopleQuery, PeopleListReader>;

/** Whether the list can begin with people who have started without a uniform: not in a search, and where it has them among others. */
const hasStartedAmongOthers = ({
  query,
  collectionId,
  orderingStatusId = 0,
  orderingAfterStartDateStatusId,
}: Partial<PeopleQuery>) =>
  query === undefined && collectionId === undefined && orderingStatusId <= 10 && orderingAfterStartDateStatusId === undefined;

/** The list of people: their uniforms, and ordering on their behalf. */
export const peopleList = defineList<'GET /api/customers', PeopleListReader>()({
  name: 'people',
  call: 'GET /api/customers',
  rowsKey: 'customers',
  nouns: ['person', 'people'],
  label: 'People',
  link: (person, { isManager }) => (isManager ? paths.person(person.id) : undefined),
  columns: {
    name: { title: 'Name', isHeading: true, cell: formatPersonName, sorts: ['name', '-name'] },
    number: {
      title: 'Employee no.',
      cell: ({ employeeNumber }) => employeeNumber,
      sorts: ['employeeNumber', '-employeeNumber'],
    },
    email: { title: 'Email', cell: ({ email }) => email, sorts: ['email', '-email'], isExtra: true },
    destination: {
      title: 'Destination',
      cell: (person) => <OptionName useOptions={useDestinationOptions} id={person.organisationResortId} />,
    },
    group: {
      title: 'Group',
      cell: ({ organisationGroups }) => organisationGroups.map(({ name }) => name).join(', '),
      isExtra: true,
    },
    wardrobe: {
      title: 'Wardrobe',
      cell: ({ organisationCollections }) => organisationCollections.map(({ name }) => name).join(', '),
      isRoomy: true,
    },
    uniform: { title: 'Uniform', cell: (person) => <Uniform person={person} /> },
    start: {
      title: 'First day',
      cell: (person) => <Start person={person} />,
      sorts: ['-startDateUtc', 'startDateUtc'],
      isAllowed: manages,
    },
    measured: {
      title: 'Measured',
      cell: ({ orderingBodiMeStatusId: status }) => (status === null ? null : measurementStatusLabels[status]),
      isAllowed: manages,
      isRoomy: true,
    },
    login: {
      title: 'Last login',
      cell: ({ lastLoginDateUtc }) => formatDateTime(lastLoginDateUtc) || 'Never',
      sorts: ['-lastLoginDateUtc', 'lastLoginDateUtc'],
      isAllowed: manages,
      isExtra: true,
    },
    role: { title: 'Role', cell: formatRoles, isExtra: true },
  },
  card: [
    { start: ['name'], end: 'actions' },
    { start: ['uniform'], end: 'start' },
  ],
  actions: (person, reader) =>
    (reader.isManager || reader.ordering !== undefined) && <PersonActionButtons person={person} reader={reader} />,
  selection: { label: 'Selected people', rowName: formatPersonName, isAllowed: ({ administers }) => administers },
  search: { param: 'query', url: 'q', label: 'Search people', placeholder: 'Name, email, employee or PO number' },
  filters: {
    groupIds: manyRecords({ label: 'Group', url: 'group', options: useGroupOptions }),
    resortId: oneRecord({ label: 'Destination', url: 'destination', options: useDestinationOptions }),
    businessAreaId: oneRecord({ label: 'Business area', url: 'area', options: useBusinessAreaOptions }),
    collectionId: oneRecord({ label: 'Wardrobe', url: 'wardrobe', options: useWardrobeOptions }),
    orderingStatusId: { ...uniformStatus, isTab: true },
    seasonId: oneRecord({ label: 'Season', url: 'season', options: useSeasonOptions }),
  },
  combinedFilters: {
    started: {
      ...flag({ label: 'Started, no uniform', url: 'started' }),
      isTab: true,
      isAllowed: manages,
      toQuery: () => ({ orderingStatusId: 10, orderingAfterStartDateStatusId: 10 }),
    } as CombinedFilter<PeopleQuery, PeopleListReader>,
    measured: measuredFilter,
  },
  sorts: {
    '-startedWithoutUniform': 'No uniform first',
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    email: 'Email, A to Z',
    '-email': 'Email, Z to A',
    employeeNumber: 'Employee number',
    '-employeeNumber': 'Employee number, highest first',
    startDateUtc: 'First day of work',
    '-startDateUtc': 'Newest starters first',
    '-lastLoginDateUtc': 'Latest login first',
    lastLoginDateUtc: 'Oldest login first',
  },
  getUsualSort: (conditions, { isManager }) => {
    if (!isManager) return 'name';
    if (hasStartedAmongOthers(conditions)) return '-startedWithoutUniform';
    return conditions.orderingAfterStartDateStatusId === undefined ? 'name' : 'startDateUtc';
  },
  isSortPossible: (sort, conditions) => sort !== '-startedWithoutUniform' || hasStartedAmongOthers(conditions),
  toSortQuery: (sort) => ({ order: sort.startsWith('-') ? `${sort.slice(1)} desc` : `${sort} asc` }),
  fields: [
    ...['id', 'firstName', 'lastName', 'email', 'employeeNumber', 'roles', 'active', 'startDateUtc', 'endDateUtc'],
    ...['organisationCollections', 'organisationGroups', 'organisationGroupIds', 'organisationResortId', 'lastLoginDateUtc'],
    ...['adminableOrganisationGroupIds', 'wardrobeOptOut', 'orderingStatusId', 'orderingBodiMeStatusId', 'orderingProgress'],
    'impersonationBlocker',
  ],
  rows: { usual: 25, choices: [25, 50, 100, 250] },
  empty: { title: 'No people yet', text: 'The people you can order for will appear here.' },
  nothingFound:
    'The search covers names, email addresses, employee numbers and PO numbers. Check the spelling, remove a filter, or look under another status.',
});
