import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';

/** Which fields of a person each role may see. The table in docs/PRIVACY.md is generated from this file. */

type Customer = ReplyOf<'GET /api/customers'>['customers'][number];

/** The person who requests the data. */
export type PersonViewer = Pick<Scope, 'customerId' | 'roles'>;

/** The viewer's relation to the person: the person themselves, someone who manages people, or a colleague who orders for them. */
const VIEWERS = ['self', 'manager', 'colleague'] as const;
type Relation = (typeof VIEWERS)[number];

/** A group of fields with the same visibility. */
interface Kind {
  what: string;
  why: string;
  seenBy: readonly Relation[];
}

const KINDS = {
  work: {
    what: 'Name, email address, numbers, groups, destination, wardrobes, roles and permissions',
    why: 'needed to find people and to order for them',
    seenBy: ['self', 'manager', 'colleague'],
  },
  progress: {
    what: 'Uniform status and progress',
    why: 'a Buyer orders what is missing',
    seenBy: ['self', 'manager', 'colleague'],
  },
  settings: {
    what: 'Settings of the organisation: currency, tax display and the like',
    why: 'the same for everyone in the organisation',
    seenBy: ['self', 'manager', 'colleague'],
  },
  personal: {
    what: 'Gender, first and last day of work, weekly hours, leave, last log-in, consents, whether measured',
    why: 'concerns the person and those who manage people',
    seenBy: ['self', 'manager'],
  },
  body: {
    what: 'References to body measurements',
    why: 'visible to the wearer only, also during impersonation',
    seenBy: ['self'],
  },
} as const satisfies Record<string, Kind>;

type KindName = keyof typeof KINDS;

/** A field's kind, and the value that replaces it for viewers who may not see it. */
type Field<K extends keyof Customer> =
  | { kind: Exclude<KindName, 'personal' | 'body'> }
  | { kind: 'personal' | 'body'; hidden: Customer[K] };

const work = { kind: 'work' } as const;
const settings = { kind: 'settings' } as const;
const personal = <const V>(hidden: V) => ({ kind: 'personal', hidden }) as const;
const body = <const V>(hidden: V) => ({ kind: 'body', hidden }) as const;

/** Every field of a person; a field of the contract that is missing here does not compile. */
const FIELDS: { readonly [K in keyof Customer]-?: Field<K> } = {
  id: work,
  organisationId: settings,
  email: work,
  firstName: work,
  lastName: work,
  employeeNumber: work,
  poNumber: work,
  gender: personal(0),
  roleIds: work,
  roles: work,
  permissions: work,
  adminableOrganisationGroupIds: work,
  organisationGroupIds: work,
  organisationGroups: work,
  organisationCollections: work,
  organisationSeasons: work,
  departments: work,
  allocationTypeId: work,
  marketingPreferencesEnabled: settings,
  termsAndConditionsEnabled: settings,
  termsAndConditionsRequired: settings,
  marketingByEmail: personal(false),
  marketingByFax: personal(false),
  marketingByPhone: personal(false),
  marketingByPost: personal(false),
  termsAgreed: personal(false),
  privacyAgreed: personal(false),
  organisationResortId: work,
  organisationBusinessAreaId: work,
  organisationResortAddresses: work,
  limitAdhocToCustomerCollection: settings,
  adhocSelectedBusinessAreaId: work,
  adhocSelectedCollectionId: work,
  punchoutAllowShippingAddressSelection: settings,
  punchoutSessionGuid: settings,
  punchoutOperation: settings,
  taxDisplayType: settings,
  wardrobeOptOut: work,
  wardrobeOptOutDateUtc: work,
  allowOrderApproval: work,
  liveChatGroupId: settings,
  domain: settings,
  logo: settings,
  token: settings,
  userRegistrationType: settings,
  active: work,
  createdOnUtc: work,
  lastLoginDateUtc: personal(null),
  jobRoleId: work,
  costCentreId: work,
  startDateUtc: personal(null),
  endDateUtc: personal(null),
  weeklyHours: personal(null),
  leaves: personal([]),
  pricesVisible: settings,
  currencyCode: settings,
  version: settings,
  orderingStatusId: { kind: 'progress' },
  orderingProgress: { kind: 'progress' },
  impersonationBlocker: work,
  orderingBodiMeStatusId: personal(null),
  bodiMeCustomerId: body(null),
  bodiMeUsedBodyBlocks: body([]),
};

const getRelationToOthers = ({ roles }: PersonViewer): Exclude<Relation, 'self'> =>
  ['OrganisationAdmin', 'OrganisationSales'].some((role) => roles.includes(role)) ? 'manager' : 'colleague';

const getRelation = (customer: Pick<Customer, 'id'>, viewer: PersonViewer): Relation =>
  customer.id === viewer.customerId ? 'self' : getRelationToOthers(viewer);

/** The replacement values for each relation. */
const HIDDEN = Object.fromEntries(
  VIEWERS.map((viewer) => [
    viewer,
    Object.fromEntries(
      Object.entries(FIELDS).flatMap(([name, field]) =>
        'hidden' in field && !(KINDS[field.kind].seenBy as readonly Relation[]).includes(viewer) ? [[name, field.hidden]] : [],
      ),
    ),
  ]),
) as Record<Relation, Partial<Customer>>;

/** Replaces the fields that the viewer may not see. Whether they may see the person at all is checked before. */
export const redactPerson = (customer: Customer, viewer: PersonViewer): Customer => ({
  ...customer,
  ...HIDDEN[getRelation(customer, viewer)],
});

/** Whether the viewer may see a field of other people. */
export const canSeeField = (field: keyof Customer, viewer: PersonViewer): boolean =>
  !(field in HIDDEN[getRelationToOthers(viewer)]);

/** Data about people outside their own fields, who may see it, and the call that enforces this. */
const RELATED_DATA: readonly (readonly [
  what: string,
  self: boolean,
  admin: boolean,
  sales: boolean,
  buyer: boolean,
  where: string,
])[] = [
  ['Own addresses', true, true, true, false, 'GET /api/customers/:id/addresses'],
  ['Special measurements', true, true, false, false, 'GET /api/customers/getSpecialMeasurements'],
  ['What the person is owed and has ordered of it', true, true, true, false, 'GET /api/entitlement/statement'],
  ['Requests for more of a uniform', true, true, false, false, 'GET /api/entitlement/requests'],
  ['Changes to the account, and who made them', false, true, false, false, 'GET /api/customers/:id/history'],
  ['Log-ins and devices', true, false, false, false, 'GET /api/sessions'],
  ['Consents with their history', true, false, false, false, 'GET /api/consents'],
  ['Everything in one file', true, false, false, false, 'GET /api/mydata'],
  ['Erasure requests', true, true, false, false, 'GET /api/erasurerequests'],
];

const mark = (seen: boolean) => (seen ? 'yes' : '–');

/** The visibility table of docs/PRIVACY.md, as Markdown. */
export function formatVisibilityTable(): string {
  const fieldsOf = (kind: string) =>
    Object.entries(FIELDS)
      .filter(([, field]) => field.kind === kind)
      .map(([name]) => `\`${name}\``)
      .join(' ');
  const sees = (kind: KindName, viewer: Relation) => mark((KINDS[kind].seenBy as readonly Relation[]).includes(viewer));
  return [
    '| Data | The person | Admin | Sales | Buyer | Staff | Fields or call |',
    '|---|---|---|---|---|---|---|',
    ...(Object.keys(KINDS) as KindName[]).map(
      (kind) =>
        `| ${KINDS[kind].what}: ${KINDS[kind].why} | ${sees(kind, 'self')} | ${sees(kind, 'manager')} | ${sees(kind, 'manager')} | ${sees(kind, 'colleague')} | – | ${fieldsOf(kind)} |`,
    ),
    ...RELATED_DATA.map(
      ([what, self, admin, sales, buyer, where]) =>
        `| ${what} | ${mark(self)} | ${mark(admin)} | ${mark(sales)} | ${mark(buyer)} | – | \`${where}\` |`,
    ),
  ].join('\n');
}

/** The calls in the table with the roles that may make them; a test compares them with the contract. */
export const RELATED_CALLS = RELATED_DATA.map(([, self, admin, sales, buyer, call]) => ({ call, self, admin, sales, buyer }));
