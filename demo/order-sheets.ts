import type { ClientBase } from 'pg';
import type { Calendar } from './calendar.ts';
import { DEMO } from './demo.ts';
import { insertRows } from './insert.ts';

const OWNER = 'buyer@meridian.example';
const NAME = 'Spring, front of house';

/** A wearer of the owner's groups, and a garment of their wardrobe of which something is left. */
interface Candidate {
  id: number;
  first_name: string;
  last_name: string;
  organisation_id: number;
  garment: string;
  colour: string;
  size: string;
  fit: string;
  left: number;
}

/** The cells of a row, without those that stay empty. */
type Cells = Partial<Record<'wearer' | 'colour' | 'size' | 'fit' | 'pieces', string>>;

/** What each row asks of its reader, in the order of the sheet: most are ready, and four need a decision. */
const DECISIONS: readonly ((candidate: Candidate) => Cells)[] = [
  () => ({}),
  () => ({}),
  // A name that is abbreviated is asked.
  ({ first_name, last_name }) => ({ wearer: `${first_name.charAt(0)}. ${last_name}` }),
  () => ({ size: '', fit: '' }),
  () => ({ size: '2½' }),
  () => ({}),
  ({ left }) => ({ pieces: String(left + 2) }),
  () => ({ pieces: '1,5' }),
  () => ({ size: '', fit: '' }),
  () => ({}),
];

/** Saves a sheet for many wearers of which some rows need a decision. */
export async function insertOrderSheet(client: ClientBase, calendar: Calendar): Promise<void> {
  const owner = DEMO.customers[OWNER];
  const { rows: candidates } = await client.query<Candidate>(FIND_CANDIDATES_SQL, [owner, DECISIONS.length]);
  const organisation = candidates[0]?.organisation_id;
  if (candidates.length < DECISIONS.length || organisation === undefined)
    throw new Error(`${OWNER} has too few wearers for a sheet.`);
  const { rows: sheets } = await client.query<{ id: number }>(
    'insert into order_sheet (organisation_id, customer_id, name, created_at, updated_at, rows_saved_at) values ($1, $2, $3, $4, $4, $4) returning id',
    [organisation, owner, NAME, calendar.at(-1, 870)],
  );
  const rows = DECISIONS.map((decide, index) => {
    const candidate = candidates[index] as Candidate;
    const { id, first_name, last_name, garment, colour, size, fit, left } = candidate;
    const cells = { colour, size, fit, pieces: String(Math.min(left, 2)), ...decide(candidate) };
    const isKnown = cells.wearer === undefined;
    return {
      organisation_id: organisation,
      sheet_id: sheets[0]?.id as number,
      position: index + 1,
      wearer_id: isKnown ? id : null,
      typed_by_id: isKnown ? null : owner,
      wearer: `${first_name} ${last_name}`,
      garment,
      ...cells,
    };
  });
  await insertRows(client, 'order_sheet_row', rows);
}

const FIND_CANDIDATES_SQL = `
  select distinct on (c.id) c.id, c.first_name, c.last_name, c.organisation_id, pl.name as garment, coalesce(choice.colour, '') as colour,
    coalesce(choice.size, '') as size, coalesce(choice.fit, '') as fit, (a.granted - a.reserved - a.used)::int as left
  from customer c
  join entitlement_account a on a.organisation_id = c.organisation_id and a.customer_id = c.id and a.status = 'open' and a.kind = 'group' and a.unit = 'pieces'
    and a.is_limited and a.granted - a.reserved - a.used between 1 and 5
  join collection_group_product gp on gp.organisation_id = a.organisation_id and gp.collection_group_id = a.collection_group_id
  join product_listing pl on pl.organisation_id = gp.organisation_id and pl.product_id = gp.product_id and pl.role_ids = '{}' and not pl.call_for_price
  cross join lateral (
    select string_agg(v.name, ' ') filter (where t.role = 'colour') as colour, string_agg(v.name, ' ') filter (where t.role = 'size') as size,
      string_agg(v.name, ' ') filter (where t.role in ('fit', 'length')) as fit
    from (
      select b.value_ids from combination b join stock_level s on s.combination_id = b.id
      where b.product_id = gp.product_id and not b.discontinued and s.on_hand - s.reserved > 5 order by b.id limit 1) b
    join product_attribute_value v on v.id = any (b.value_ids)
    join product_attribute pa on pa.id = v.product_attribute_id join attribute t on t.id = pa.attribute_id) choice
  where c.active and c.deleted_at is null and c.ends_on is null and c.wardrobe_opt_out_at is null and choice.colour is not null and choice.size is not null
    and exists (select from customer_group m join customer_group own on own.organisation_id = m.organisation_id
        and own.organisation_group_id = m.organisation_group_id and own.customer_id = $1
      where m.organisation_id = c.organisation_id and m.customer_id = c.id)
    and (select count(*) from customer other where other.organisation_id = c.organisation_id and name_key(other.last_name) = name_key(c.last_name)
      and name_key(other.first_name) = name_key(c.first_name) and other.deleted_at is null) = 1
  order by c.id, a.id, gp.product_id
  limit $2`;
