import type { Calendar } from './calendar.ts';
import type { Row } from './insert.ts';
import type { OrganisationPlan, PostalAddress } from './organisations/plan.ts';
import type { Person } from './person.ts';

import { Random } from './random.ts';

const UNITED_KINGDOM = 826;

export interface AddressRow extends Row {
  id: number;
  organisation_id: number;
  customer_id: number | null;
  resort_id: number | null;
}

// biome-ignore format: lists of streets
const streets = ['Station Road', 'Church Lane', 'Victoria Terrace', 'Mill Lane', 'Orchard Close', 'Kings Road', 'The Green', 'High Street', 'Park Avenue', 'Springfield Road', 'Albert Street', 'Chapel Hill'];

/** The organisation's office (invoices), every resort, and the people who have an address of their own. */
export function addressRows(plan: OrganisationPlan, people: Person[], firstId: number, calendar: Calendar): AddressRow[] {
  const random = new Random(`addresses of ${plan.name} from ${firstId}`);
  let id = firstId;
  const createdAt = calendar.at(-500, 600);
  const row = (
    at: PostalAddress,
    owner: Partial<AddressRow>,
    firstName: string,
    lastName: string,
    email: string | null,
  ): AddressRow => ({
    id: id++,
    organisation_id: plan.id,
    customer_id: null,
    resort_id: null,
    first_name: firstName,
    last_name: lastName,
    email,
    company: at.company || null,
    country_id: UNITED_KINGDOM,
    county: at.county ?? null,
    city: at.city,
    address1: at.address1,
    address2: at.address2 ?? null,
    zip_postal_code: at.postcode,
    phone_number: at.phone,
    is_default: false,
    for_billing: true,
    created_at: createdAt,
    ...owner,
  });
  const office = row(plan.office, { is_default: true }, 'Accounts', 'Payable', `accounts@${plan.mailDomain}`);
  const resorts = plan.resorts.flatMap((resort) =>
    resort.addresses.map((at, index) =>
      row(
        at,
        { resort_id: resort.id, is_default: index === 0, for_billing: false },
        'Uniform',
        'Stores',
        `stores.${resort.id}@${plan.mailDomain}`,
      ),
    ),
  );
  const own = people
    .filter((person) => person.known || random.chance(0.25))
    .map((person) =>
      row(
        homeOf(person, plan, random),
        { customer_id: person.id, is_default: true },
        person.firstName,
        person.lastName,
        person.email,
      ),
    );
  return [office, ...resorts, ...own];
}

/** In the town where the person works. */
function homeOf(person: Person, plan: OrganisationPlan, random: Random): PostalAddress {
  const work = person.resort?.addresses[0] ?? plan.office;
  return {
    company: '',
    address1: `${random.between(1, 180)} ${random.pick(streets)}`,
    city: work.city,
    county: work.county,
    postcode: `${work.postcode.split(' ')[0]} ${random.between(1, 9)}${random.pick(['AB', 'DF', 'HJ', 'LN', 'PQ', 'RS', 'TW', 'XY'])}`,
    phone: `01632 960${String(random.between(0, 999)).padStart(3, '0')}`,
  };
}

/** The address as JSON text in the API's format. An order keeps the address as it was when the order was placed. */
export function addressJson(row: AddressRow): string {
  return JSON.stringify({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    company: row.company,
    countryId: UNITED_KINGDOM,
    countryName: 'United Kingdom',
    stateProvinceId: null,
    stateProvinceName: null,
    county: row.county,
    city: row.city,
    address1: row.address1,
    address2: row.address2,
    zipPostalCode: row.zip_postal_code,
    phoneNumber: row.phone_number,
    faxNumber: null,
    isDefault: row.is_default,
    isReadOnly: row.customer_id === null,
    source: row.customer_id !== null ? 'customer' : row.resort_id !== null ? 'resort' : 'organisation',
    createdOnUtc: (row.created_at as Date).toISOString(),
  });
}
