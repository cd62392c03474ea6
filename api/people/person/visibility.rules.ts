import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';

/** What each role may see of a person: decided here, and told in docs/PRIVACY.md, whose table is made of this. */

type Customer = ReplyOf<'GET /api/customers'>['customers'][number];

/** Who looks at somebody. */
export type PersonViewer = Pick<Scope, 'customerId' | 'roles'>;

/** How near somebody stands to the person: themselves, whoever manages people, or a colleague who orders for them. */
const VIEWERS = ['self', 'manager', 'colleague'] as const;
type Standpoint = (typeof VIEWERS)[number];

/** Which fields belong together, who sees them, and what stands there for everybody else. */
interface Kind {
  what: string;
  why: string;
  seenBy: readonly Standpoint[];
}

const KINDS = {
  work: {
    what: 'Name, address of e-mail, numbers, groups, destination, wardrobes, roles and rights',
    why: 'needed to order for somebody and to find them',
    seenBy: ['self', 'manager', 'colleague'],
  },
  progress: {
    what: 'How far the person has come with their uniform',
    why: 'a Buyer orders what is missing',
    seenBy: ['self', 'manager', 'colleague'],
  },
  settings: {
    what: 'What the portal itself says of every account: settings of the organisation, currency, tax display',
    why: 'the same for all people of the organisation',
    seenBy: ['self', 'manager', 'colleague'],
  },
  personal: {
    what: 'Gender, days of work, weekly hours, last log-in, consents, whether measured',
    why: 'the business of the person and of whoever manages people',
    seenBy: ['self', 'manager'],
  },
  body: {
    what: 'What leads to the body measurements',
    why: 'the wearer’s own, also while somebody acts for them',
    seenBy: ['self'],
  },
} as const satisfies Record<string, Kind>;

type KindName = keyof typeof KINDS;

/** A field, the kind it belongs to, and what stands there for whoever may not know it. */
type Field<K extends keyof Customer> =
  | { kind: Exclude<KindName, 'personal' | 'body'> }
  | { kind: 'personal' | 'body'; hidden: Customer[K] };

const work = { kind: 'work' } as const;
const settings = { kind: 'settings' } as const;
const personal = <const V>(hidden: V) => ({ kind: 'personal', hidden }) as const;
const body = <const V>(hidden: V) => ({ kind: 'body', hidden }) as const;

/** Every field of a person; one that is not here does not compile. */
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
  startDateUtc: personal(null),
  endDateUtc: personal(null),
  weeklyHours: personal(null),
  currencyCode: settings,
  version: settings,
  orderingStatusId: { kind: 'progress' },
  orderingProgress: { kind: 'progress' },
  orderingBodiMeStatusId: personal(null),
  bodiMeCustomerId: body(null),
  bodiMeUsedBodyBlocks: body([]),
};

const standpointOf = (customer: Pick<Customer, 'id'>, viewer: PersonViewer): Standpoint => {
  if (customer.id === viewer.customerId) return 'self';
  return ['OrganisationAdmin', 'OrganisationSales'].some((role) => viewer.roles.includes(role)) ? 'manager' : 'colleague';
};

/** What stands in the place of the fields that somebody may not know. */
const HIDDEN = Object.fromEntries(
  VIEWERS.map((viewer) => [
    viewer,
    Object.fromEntries(
      Object.entries(FIELDS).flatMap(([name, field]) =>
        'hidden' in field && !(KINDS[field.kind].seenBy as readonly Standpoint[]).includes(viewer) ? [[name, field.hidden]] : [],
      ),
    ),
  ]),
) as Record<Standpoint, Partial<Customer>>;

/** Somebody as this viewer may see them. Whom they may see at all is asked before. */
export const redactPerson = (customer: Customer, viewer: PersonViewer): Customer => ({
  ...customer,
  ...HIDDEN[standpointOf(customer, viewer)],
});

/** What is kept of people beside their own fields, and who may see it; held by the calls that are named. */
const BESIDE: readonly (readonly [what: string, self: boolean, admin: boolean, sales: boolean, buyer: boolean, where: string])[] =
  [
    ['Own addresses', true, true, true, false, 'GET /api/customers/:id/addresses'],
    ['Special measurements that somebody took', true, true, false, false, 'GET /api/customers/getSpecialMeasurements'],
    ['What was changed of the account, and by whom', false, true, false, false, 'GET /api/customers/:id/history'],
    ['Log-ins and devices', true, false, false, false, 'GET /api/sessions'],
    ['Consents with their history', true, false, false, false, 'GET /api/consents'],
    ['Everything in one file', true, false, false, false, 'GET /api/mydata'],
    ['That the person asks to be forgotten', true, true, false, false, 'GET /api/erasurerequests'],
  ];

const mark = (seen: boolean) => (seen ? 'yes' : '–');

/** The table of docs/PRIVACY.md, as Markdown. */
export function formatVisibilityTable(): string {
  const fieldsOf = (kind: string) =>
    Object.entries(FIELDS)
      .filter(([, field]) => field.kind === kind)
      .map(([name]) => `\`${name}\``)
      .join(' ');
  const sees = (kind: KindName, viewer: Standpoint) => mark((KINDS[kind].seenBy as readonly Standpoint[]).includes(viewer));
  return [
    '| What | The person | Admin | Sales | Buyer | Staff | Fields, or the call |',
    '|---|---|---|---|---|---|---|',
    ...(Object.keys(KINDS) as KindName[]).map(
      (kind) =>
        `| ${KINDS[kind].what}: ${KINDS[kind].why} | ${sees(kind, 'self')} | ${sees(kind, 'manager')} | ${sees(kind, 'manager')} | ${sees(kind, 'colleague')} | – | ${fieldsOf(kind)} |`,
    ),
    ...BESIDE.map(
      ([what, self, admin, sales, buyer, where]) =>
        `| ${what} | ${mark(self)} | ${mark(admin)} | ${mark(sales)} | ${mark(buyer)} | – | \`${where}\` |`,
    ),
  ].join('\n');
}

/** The calls of the table that somebody may make beside the lists, to hold it against the contract. */
export const RELATED_CALLS = BESIDE.map(([, self, admin, sales, buyer, call]) => ({ call, self, admin, sales, buyer }));
