import type { Calendar } from './calendar.ts';
import type { Row } from './insert.ts';
import { hasActivated } from './invitations.ts';
import { drawName, type PersonName, toEmailLocalPart } from './names.ts';
import type { SeasonRow } from './organisation-rows.ts';
import type { AllocationType, JobRole, KnownPerson, OrganisationPlan } from './organisations/plan.ts';
import { wardrobes as wardrobePlans } from './organisations/wardrobes.ts';
import type { Person } from './person.ts';
import { Random } from './random.ts';

/** Everyone in an organisation, in the order of their ids, which count from the plan's first. */
export function drawPeople(plan: OrganisationPlan): Person[] {
  const { firstId, count, known } = plan.people;
  const first = known.filter(({ id }) => id === undefined).map((person, index) => knownPerson(plan, person, firstId + index));
  const byId = new Map(known.flatMap((person) => (person.id === undefined ? [] : [[person.id, person]])));
  const others = drawMorePeople(plan, firstId + first.length, count - first.length, new Set(known.map(({ email }) => email)));
  return [
    ...first,
    ...others.map((person) => {
      const instead = byId.get(person.id);
      return instead ? knownPerson(plan, instead, person.id) : person;
    }),
  ];
}

/** The client at which some start in the coming weeks: those who would have started in the last one. */
const MERIDIAN = 1;

/** People generated from the lists of names; an email address in `taken` gets a number, and new ones are added to it. */
export function drawMorePeople(plan: OrganisationPlan, firstId: number, count: number, taken: Set<string>): Person[] {
  const random = new Random(`people of ${plan.name} from ${firstId}`);
  return Array.from({ length: count }, (_, index) => {
    const name = drawName(random);
    const jobRole = random.weighted(plan.jobRoles.map((role) => [role, role.share] as const));
    const resort = random.weighted(
      plan.resorts.map((place) => [place, place.departments.includes(jobRole.department) ? place.share : 0.2] as const),
    );
    const roleId = index % 19 === 3 ? 35 : index % 67 === 40 ? 33 : 34;
    const drawnDays = random.chance(0.06) ? random.between(0, 40) : random.between(41, 2600);
    const employedDays = plan.id === MERIDIAN && roleId === 34 && drawnDays <= 7 ? -(4 + 4 * drawnDays) : drawnDays;
    const left = roleId === 34 && employedDays > 120 && random.chance(0.05) ? random.between(1, 90) : null;
    return {
      ...name,
      id: firstId + index,
      organisationId: plan.id,
      email: freeAddress(name, plan.mailDomain, taken),
      employeeNumber: employeeNumber(plan, firstId + index),
      roleId,
      resort,
      jobRole,
      groupIds: [resort.groupId],
      adminableGroupIds: roleId === 33 ? [resort.groupId] : [],
      ...wear(plan, firstId + index, [collectionOf(plan, jobRole, name.gender, random)]),
      employedDays,
      leftDays: left,
      optedOutDays: roleId === 34 ? drawOptOut(firstId + index, employedDays) : null,
      active: left === null && !random.chance(0.015),
      canApprove: roleId === 33 && random.chance(0.5),
      known: null,
    };
  });
}

function knownPerson(plan: OrganisationPlan, known: KnownPerson, id: number): Person {
  const resort = plan.resorts.find((place) => place.id === known.resortId) ?? null;
  const jobRole = plan.jobRoles.find((role) => role.id === known.jobRoleId) ?? null;
  return {
    id,
    organisationId: plan.id,
    email: known.email,
    firstName: known.firstName,
    lastName: known.lastName,
    gender: known.gender,
    employeeNumber: employeeNumber(plan, id),
    roleId: known.roleId,
    resort,
    jobRole,
    groupIds: known.groupIds ?? (resort ? [resort.groupId] : []),
    adminableGroupIds: known.adminableGroupIds ?? [],
    ...wear(
      plan,
      id,
      known.wardrobeIds ?? (jobRole ? [collectionOf(plan, jobRole, known.gender, new Random(known.email))] : []),
      known.allocationTypeId,
    ),
    employedDays: known.employedDays ?? 800,
    leftDays: null,
    optedOutDays: null,
    active: true,
    canApprove: known.canApprove ?? false,
    known,
  };
}

const employeeNumber = (plan: OrganisationPlan, id: number) => `${plan.people.employeePrefix}${String(id * 7 + 10_000)}`;

function freeAddress({ firstName, lastName }: PersonName, domain: string, taken: Set<string>): string {
  const base = toEmailLocalPart(firstName, lastName);
  for (let number = 1; ; number += 1) {
    const address = `${base}${number === 1 ? '' : number}@${domain}`;
    if (!taken.has(address)) {
      taken.add(address);
      return address;
    }
  }
}

/** The child wardrobe: the cut for men (…1) or women (…2), or one of the named children. */
function collectionOf(plan: OrganisationPlan, role: JobRole, gender: number, random: Random): number {
  const collection = plan.collections.find(({ id }) => id === role.collectionId);
  if (!collection) return role.collectionId;
  if (collection.children === 'cut') return collection.id * 10 + (gender === 10 || (gender === 0 && random.chance(0.5)) ? 1 : 2);
  return collection.id * 10 + random.between(1, collection.children.length);
}

/** The wardrobes with an allocation type that they permit: most wearers of an organisation have the same. */
function wear(
  plan: OrganisationPlan,
  id: number,
  collectionIds: number[],
  given?: AllocationType,
): Pick<Person, 'collectionIds' | 'allocationTypeId'> {
  const [first] = collectionIds;
  if (first === undefined) return { collectionIds, allocationTypeId: null };
  const permitted = wardrobePlans[Math.floor(first / 10)]?.allocationTypes ?? plan.allocationTypes;
  const usual = permitted[0] ?? 20;
  const drawn = new Random(`allocation of ${id}`).weighted<AllocationType>([
    [usual, 70],
    [20, 25],
    [50, 5],
  ]);
  return { collectionIds, allocationTypeId: given ?? (permitted.includes(drawn) ? drawn : usual) };
}

/** Few opt out; where the organisation does not allow it, an administrator did it for them. */
function drawOptOut(id: number, employedDays: number): number | null {
  const random = new Random(`opt-out of ${id}`);
  return random.chance(0.03) ? random.between(5, Math.max(5, Math.min(100, employedDays))) : null;
}

/** Id in the sizing service of a person who has been measured in the demonstration. */
const bodyOf = (customerId: number) => String(customerId);

/** Rows of people with their roles, groups and other memberships, in an order in which they can be inserted. */
export function peopleRows(
  plan: OrganisationPlan,
  people: Person[],
  seasons: SeasonRow[],
  calendar: Calendar,
  passwordHash: string,
): [table: string, rows: Row[]][] {
  const random = new Random(`details of people of ${plan.name} from ${people[0]?.id}`);
  const own = { organisation_id: plan.id };
  return [
    ['customer', people.map((person) => customerRow(plan, person, calendar, passwordHash, random))],
    [
      'customer_role',
      people.flatMap(({ id, roleId }) => [3, roleId].map((role) => ({ ...own, customer_id: id, role_id: role }))),
    ],
    [
      'customer_group',
      people.flatMap(({ id, groupIds }) => groupIds.map((group) => ({ ...own, customer_id: id, organisation_group_id: group }))),
    ],
    [
      'customer_adminable_group',
      people.flatMap(({ id, adminableGroupIds }) =>
        adminableGroupIds.map((group) => ({ ...own, customer_id: id, organisation_group_id: group })),
      ),
    ],
    [
      'customer_department',
      people.flatMap((person) =>
        departmentIds(person).map((department) => ({ ...own, customer_id: person.id, department_id: department })),
      ),
    ],
    [
      'customer_season',
      people.flatMap((person) =>
        listSeasons(plan, person, seasons, calendar).map(({ id }) => ({ ...own, customer_id: person.id, season_id: id })),
      ),
    ],
    [
      'customer_collection',
      people.flatMap(({ id, collectionIds }) =>
        collectionIds.map((collectionId) => ({ ...own, customer_id: id, collection_id: collectionId })),
      ),
    ],
  ];
}

/** The seasons in which the person worked; with a wardrobe that has a season of its own, only that one. */
export function listSeasons(
  { closedSeason }: OrganisationPlan,
  { collectionIds, employedDays, leftDays }: Person,
  seasons: SeasonRow[],
  calendar: Calendar,
): SeasonRow[] {
  const own = collectionIds.every((id) => id === closedSeason?.collectionId) ? closedSeason?.id : undefined;
  if (own !== undefined && collectionIds.length > 0) return seasons.filter(({ id }) => id === own);
  const [from, to] = [calendar.date(-employedDays), calendar.date(-(leftDays ?? 0))];
  return seasons.filter(({ id, starts_on, ends_on }) => id !== closedSeason?.id && starts_on <= to && from <= ends_on);
}

function departmentIds({ resort, jobRole }: Person): number[] {
  const place = jobRole && resort ? resort.departments.indexOf(jobRole.department) : -1;
  return resort && place >= 0 ? [resort.id * 10 + place + 1] : [];
}

/** Days since someone started, up to a number of them; 0 for those who have not. */
const daysSince = ({ employedDays }: Person, most: number) => Math.max(0, Math.min(most, employedDays));

function customerRow(plan: OrganisationPlan, person: Person, calendar: Calendar, passwordHash: string, random: Random): Row {
  const isStaff = person.roleId === 34;
  const isMeasured = person.known ? (person.known.measured ?? false) : isStaff && random.chance(0.55);
  const hasAgreed =
    plan.settings.terms_required === true && (person.known ? person.known.agreedToTerms !== false : random.chance(0.85));
  const agreedAt = hasAgreed ? calendar.at(-daysSince(person, 90), 615) : null;
  const isActivated = hasActivated(person);
  const hasLoggedIn = person.employedDays > 7 && random.chance(0.8) && isActivated;
  return {
    id: person.id,
    organisation_id: plan.id,
    brand_id: plan.brandId,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    employee_number: person.employeeNumber,
    po_number: plan.people.poNumbers ? `PO-${plan.people.employeePrefix}-${2000 + (person.id % 40)}` : null,
    gender: person.gender,
    password_hash: isActivated ? passwordHash : null,
    active: person.active,
    opt_out_guid: random.uuid(),
    resort_id: person.resort?.id ?? null,
    business_area_id: person.jobRole?.areaId ?? null,
    job_role_id: person.jobRole?.id ?? null,
    allocation_type_id: person.allocationTypeId,
    marketing_by_email: random.chance(0.3),
    marketing_by_fax: false,
    marketing_by_phone: random.chance(0.05),
    marketing_by_post: random.chance(0.1),
    terms_agreed_version: agreedAt ? 1 : null,
    privacy_agreed_version: agreedAt ? 1 : null,
    terms_agreed_at: agreedAt,
    privacy_agreed_at: agreedAt,
    allow_order_approval: person.canApprove,
    bodime_customer_id: isMeasured ? bodyOf(person.id) : null,
    bodime_used_body_blocks: [],
    measured_at: isMeasured ? calendar.at(-Math.min(measuredDays(person), Math.max(person.employedDays - 1, 0)), 720) : null,
    special_measurements_at: isStaff && !person.known && person.id % 41 === 7 ? calendar.at(-daysSince(person, 20), 840) : null,
    wardrobe_opt_out_at: person.optedOutDays === null ? null : calendar.at(-person.optedOutDays, 700),
    starts_on: calendar.date(-person.employedDays),
    ends_on: person.leftDays === null ? null : calendar.date(-person.leftDays),
    weekly_hours: person.known
      ? (person.known.weeklyHours ?? null)
      : isStaff && random.chance(0.35)
        ? random.pick([16, 20, 24, 30])
        : null,
    last_login_at:
      person.known || hasLoggedIn
        ? calendar.at(-random.between(1, Math.max(1, Math.min(60, person.employedDays))), random.between(420, 1100))
        : null,
    created_at: calendar.at(person.employedDays < 0 ? -6 : -Math.min(person.employedDays, 900), random.between(500, 1000)),
    version: 1,
  };
}

/** How long ago: some before they began to work, some in the last weeks. */
const measuredDays = ({ id, employedDays }: Person) => (id % 5 === 0 ? employedDays : 3 + ((id * 29) % 330));
