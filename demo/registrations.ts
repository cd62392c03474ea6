import { createHash } from 'node:crypto';
import { getTokenPurpose } from '#api/people/registration/token-purpose.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import type { Calendar } from './calendar.ts';
import { DEMO } from './demo.ts';
import type { Row } from './insert.ts';

interface LinkPlan {
  id: number;
  organisationId: number;
  groupId?: number;
  name: string;
  type: 2 | 3;
  token: string;
  asks: readonly ('employee_number' | 'po_number' | 'gender' | 'resort' | 'business_area' | 'collection')[];
  /** Choices offered; everything when empty. */
  resorts?: readonly number[];
  collections?: readonly number[];
  madeBy: number;
}

const { meridian, hallam, corvane } = DEMO.organisations;
const tokens = DEMO.registrationTokens;
const admins = DEMO.customers;

/** Of each organisation one link that confirms by email, and one that needs approval by an administrator. */
const links: LinkPlan[] = [
  {
    id: 1,
    organisationId: meridian,
    name: 'New starters',
    type: 2,
    token: tokens.meridian.confirm,
    asks: ['gender', 'resort', 'business_area', 'collection'],
    madeBy: admins['admin@meridian.example'],
  },
  {
    id: 2,
    organisationId: meridian,
    groupId: DEMO.groupNorth,
    name: 'Agency and seasonal staff, North',
    type: 3,
    token: tokens.meridian.approval,
    asks: ['employee_number', 'gender', 'resort', 'collection'],
    resorts: [1, 2],
    collections: [11, 12, 21, 22, 31, 32],
    madeBy: admins['north.admin@meridian.example'],
  },
  {
    id: 3,
    organisationId: hallam,
    name: 'Hotel staff',
    type: 2,
    token: tokens.hallam.confirm,
    asks: ['resort', 'collection'],
    madeBy: admins['admin@hallam.example'],
  },
  {
    id: 4,
    organisationId: hallam,
    groupId: 12,
    name: 'Country houses, weekend team',
    type: 3,
    token: tokens.hallam.approval,
    asks: ['gender', 'business_area'],
    madeBy: admins['admin@hallam.example'],
  },
  {
    id: 5,
    organisationId: corvane,
    name: 'Station and train staff',
    type: 2,
    token: tokens.corvane.confirm,
    asks: ['employee_number', 'po_number', 'gender', 'resort', 'business_area', 'collection'],
    madeBy: admins['admin@corvane.example'],
  },
  {
    id: 6,
    organisationId: corvane,
    groupId: 23,
    name: 'Contractors at depots and on the track',
    type: 3,
    token: tokens.corvane.approval,
    asks: ['employee_number', 'po_number', 'business_area'],
    madeBy: admins['admin@corvane.example'],
  },
];

/** Pending registrations at Meridian through the link for the group North: names, destination, department and date. */
const waiting = [
  {
    id: 1,
    firstName: 'Oluwaseun',
    lastName: 'Adeyemi',
    email: 'seun.adeyemi@agency.example',
    number: 'A-20417',
    gender: 10,
    resortId: 1,
    departments: [12, 13],
    collectionId: 21,
    hoursAgo: 3,
  },
  {
    id: 2,
    firstName: 'Maria del Carmen',
    lastName: 'Fernández-Villaverde y Ruiz de la Prada',
    email: 'mariadelcarmen.fernandez-villaverde@agency.example',
    number: 'A-20390',
    gender: 20,
    resortId: 2,
    departments: [24],
    collectionId: 32,
    hoursAgo: 27,
  },
  {
    id: 3,
    firstName: 'Tom',
    lastName: 'Hale',
    email: 'tom.hale@agency.example',
    number: 'A-20388',
    gender: 10,
    resortId: 1,
    departments: [11],
    collectionId: 11,
    hoursAgo: 71,
  },
];

/** Registration links with their options, and requests. With a vault, links can be copied from the list. */
export function registrationRows(calendar: Calendar, vault: Vault | undefined): [table: string, rows: Row[]][] {
  const noon = calendar.at(0).getTime();
  const choices = (plan: LinkPlan, ids: readonly number[] | undefined, column: string) =>
    (ids ?? []).map((id) => ({ organisation_id: plan.organisationId, link_id: plan.id, [column]: id }));
  return [
    ['registration_link', links.map((plan) => linkRow(plan, calendar, vault))],
    ['registration_link_resort', links.flatMap((plan) => choices(plan, plan.resorts, 'resort_id'))],
    ['registration_link_collection', links.flatMap((plan) => choices(plan, plan.collections, 'collection_id'))],
    ['registration_link_role', links.flatMap((plan) => choices(plan, [34], 'role_id'))],
    [
      'registration',
      waiting.map((person) => ({
        id: person.id,
        organisation_id: meridian,
        brand_id: 1,
        link_id: 2,
        state: 'waiting',
        email: person.email,
        first_name: person.firstName,
        last_name: person.lastName,
        employee_number: person.number,
        gender: person.gender,
        resort_id: person.resortId,
        created_at: new Date(noon - person.hoursAgo * 3_600_000),
      })),
    ],
    [
      'registration_department',
      waiting.flatMap(({ id, departments }) =>
        departments.map((department) => ({ organisation_id: meridian, registration_id: id, department_id: department })),
      ),
    ],
    [
      'registration_collection',
      waiting.map(({ id, collectionId }) => ({ organisation_id: meridian, registration_id: id, collection_id: collectionId })),
    ],
  ];
}

function linkRow(plan: LinkPlan, calendar: Calendar, vault: Vault | undefined): Row {
  const hash = createHash('sha256').update(plan.token).digest();
  const asks = (field: LinkPlan['asks'][number]) => plan.asks.includes(field);
  return {
    id: plan.id,
    organisation_id: plan.organisationId,
    organisation_group_id: plan.groupId ?? null,
    name: plan.name,
    registration_type: plan.type,
    token_hash: asBytes(hash),
    token_sealed: vault ? asBytes(vault.seal(getTokenPurpose(hash), plan.token)) : null,
    asks_employee_number: asks('employee_number'),
    asks_po_number: asks('po_number'),
    asks_gender: asks('gender'),
    asks_resort: asks('resort'),
    asks_business_area: asks('business_area'),
    asks_collection: asks('collection'),
    expires_at: calendar.at(300),
    created_by_id: plan.madeBy,
    created_at: calendar.at(-20 + plan.id, 560),
  };
}

/** Bytes as PostgreSQL writes them. */
const asBytes = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;
