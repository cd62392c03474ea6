import type { Calendar } from './calendar.ts';
import type { Row } from './insert.ts';
import { hasActivated } from './invitations.ts';
import { drawName, type PersonName, toEmailLocalPart } from './names.ts';
import type { JobRole, KnownPerson, OrganisationPlan } from './organisations/plan.ts';
import type { Person } from './person.ts';
import { Random } from './random.ts';

/** Everyone in an organisation, named people first; ids count from the plan's first. */
export function drawPeople(plan: OrganisationPlan): Person[] {
  const people = plan.people.known.map((known, index) => knownPerson(plan, known, plan.people.firstId + index));
  return [
    ...people,
    ...drawMorePeople(
      plan,
      plan.people.firstId + people.length,
      plan.people.count - people.length,
      new Set(people.map(({ email }) => email)),
    ),
  ];
}

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
    const employedDays = random.chance(0.06) ? random.between(0, 40) : random.between(41, 2600);
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
      collectionId: collectionOf(plan, jobRole, name.gender, random),
      employedDays,
      leftDays: left,
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
    collectionId: known.wardrobeId ?? (jobRole && collectionOf(plan, jobRole, known.gender, new Random(known.email))),
    employedDays: known.employedDays ?? 800,
    leftDays: null,
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
function collectionOf(plan: OrganisationPlan, role: JobRole, gender: number, random: Random): number | null {
  const collection = plan.collections.find(({ id }) => id === role.collectionId);
  if (!collection) return role.collectionId;
  if (collection.children === 'cut') return collection.id * 10 + (gender === 10 || (gender === 0 && random.chance(0.5)) ? 1 : 2);
  return collection.id * 10 + random.between(1, collection.children.length);
}

/** Id in the sizing service of a person who has been measured in the demonstration. */
const bodyOf = (customerId: number) => String(customerId);

/** Rows of people with their roles, groups and other memberships, in an order in which they can be inserted. */
export function peopleRows(
  plan: OrganisationPlan,
  people: Person[],
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
      people.flatMap(({ id, active }) =>
        (active ? plan.seasonIds.slice(1, 2) : []).map((season) => ({ ...own, customer_id: id, season_id: season })),
      ),
    ],
    [
      'customer_collection',
      people.flatMap(({ id, collectionId }) =>
        collectionId === null ? [] : [{ ...own, customer_id: id, collection_id: collectionId }],
      ),
    ],
  ];
}

function departmentIds({ resort, jobRole }: Person): number[] {
  const place = jobRole && resort ? resort.departments.indexOf(jobRole.department) : -1;
  return resort && place >= 0 ? [resort.id * 10 + place + 1] : [];
}

function customerRow(plan: OrganisationPlan, person: Person, calendar: Calendar, passwordHash: string, random: Random): Row {
  const isStaff = person.roleId === 34;
  const isMeasured = person.known ? (person.known.measured ?? false) : isStaff && random.chance(0.55);
  const allocation = person.known ? person.known.allocationTypeId : isStaff ? allocationFor(plan, random) : undefined;
  const hasAgreed =
    plan.settings.terms_required === true && (person.known ? person.known.agreedToTerms !== false : random.chance(0.85));
  const agreedAt = hasAgreed ? calendar.at(-Math.min(person.employedDays, 90), 615) : null;
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
    allocation_type_id: allocation ?? null,
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
    special_measurements_at:
      isStaff && !person.known && person.id % 41 === 7 ? calendar.at(-Math.min(20, person.employedDays), 840) : null,
    wardrobe_opt_out_at: !person.known && isStaff && random.chance(0.025) ? calendar.at(-random.between(5, 100), 700) : null,
    starts_on: calendar.date(-person.employedDays),
    ends_on: person.leftDays === null ? null : calendar.date(-person.leftDays),
    weekly_hours: isStaff && random.chance(0.35) ? random.pick([16, 20, 24, 30]) : null,
    last_login_at:
      person.known || hasLoggedIn
        ? calendar.at(-random.between(1, Math.max(1, Math.min(60, person.employedDays))), random.between(420, 1100))
        : null,
    created_at: calendar.at(-Math.min(person.employedDays, 900), random.between(500, 1000)),
    version: 1,
  };
}

/** How long ago: some before they began to work, some in the last weeks. */
const measuredDays = ({ id, employedDays }: Person) => (id % 5 === 0 ? employedDays : 3 + ((id * 29) % 330));

/** Most wearers of an organisation are given their uniform in the same way. */
function allocationFor(plan: OrganisationPlan, random: Random): number {
  const usual = { 1: 10, 2: 30, 3: 40 }[plan.id] ?? 10;
  return random.weighted([
    [usual, 70],
    [20, 25],
    [50, 5],
  ]);
}
