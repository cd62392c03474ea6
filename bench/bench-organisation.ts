import { hash } from '@node-rs/argon2';
import { Client } from 'pg';
import { columnTypes } from '#api/platform/db/database.ts';

/** An organisation made for measuring: its people, and products with so many combinations in all. */
export interface BenchOrganisation {
  organisationId: number;
  combinations: number;
  /** The product with 150 combinations. */
  bigProductId: number;
  customerIds: number[];
  emails: string[];
  addressId: number;
}

export const PASSWORD = 'Uniform-2026';
const GARMENTS = ['polo', 'shirt', 'softshell', 'trousers', 'fleece', 'apron', 'blazer', 'parka', 'coverall', 'chinos'];
const WORDS = [
  'Pique',
  'Oxford',
  'Breathable',
  'Stretch',
  'Tailored',
  'Classic',
  'Recycled',
  'Heavyweight',
  'Quilted',
  'Everyday',
  'Insulated',
  'Pleated',
];

/** Creates the organisation once; a second call with the same name finds it again. All rows come from statements over series. */
export async function ensureBenchOrganisation(url: string, name: string, combinations: number): Promise<BenchOrganisation> {
  const client = new Client({ connectionString: url, types: columnTypes });
  await client.connect();
  try {
    const known = await client.query<{ id: number }>('select id from organisation where name = $1', [name]);
    const organisationId = known.rows[0]?.id ?? (await create(client, name, combinations));
    return await describe(client, organisationId, combinations);
  } finally {
    await client.end();
  }
}

async function describe(client: Client, organisationId: number, combinations: number): Promise<BenchOrganisation> {
  const people = await client.query<{ id: number; email: string }>(
    'select id, email from customer where organisation_id = $1 order by id',
    [organisationId],
  );
  const address = await client.query<{ id: number }>('select id from address where organisation_id = $1 limit 1', [
    organisationId,
  ]);
  const big = await client.query<{ product_id: number }>(
    `select c.product_id from product_organisation po join combination c on c.product_id = po.product_id where po.organisation_id = $1
     group by 1 having count(*) = 150 limit 1`,
    [organisationId],
  );
  return {
    organisationId,
    combinations,
    bigProductId: big.rows[0]?.product_id ?? 0,
    customerIds: people.rows.map(({ id }) => id),
    emails: people.rows.map(({ email }) => email),
    addressId: address.rows[0]?.id ?? 0,
  };
}

async function create(client: Client, name: string, combinations: number): Promise<number> {
  const slug = name.toLowerCase().replaceAll(/\W+/g, '-');
  const passwordHash = await hash(PASSWORD, { memoryCost: 19456, timeCost: 2, parallelism: 1 });
  await client.query('begin');
  const one = async (sql: string, values: unknown[]) => (await client.query<{ id: number }>(sql, values)).rows[0]?.id ?? 0;
  const organisation = await one(
    `insert into organisation (brand_id, name, host) select id, $1, 'localhost' from brand where is_default returning id`,
    [name],
  );
  await client.query(
    `insert into customer (organisation_id, brand_id, email, first_name, last_name, password_hash)
     select $1, (select id from brand where is_default), $2 || '.' || n || '@bench.example', 'Buyer', 'Number ' || n, $3 from generate_series(1, 60) n`,
    [organisation, slug, passwordHash],
  );
  await client.query(
    `insert into customer_role select organisation_id, id, r from customer, unnest(array[3, 35]) r where organisation_id = $1`,
    [organisation],
  );
  await client.query(
    `insert into address (organisation_id, first_name, last_name, country_id, city, address1, zip_postal_code)
     select $1, 'Goods', 'In', id, 'Leeds', '1 Mill Lane', 'LS1 1AA' from country where two_letter_iso_code = 'GB'`,
    [organisation],
  );
  await client.query(
    `insert into address (organisation_id, customer_id, first_name, last_name, country_id, city, address1, zip_postal_code, is_default)
     select $1, c.id, c.first_name, c.last_name, y.id, 'Leeds', '1 Mill Lane', 'LS1 1AA', true
     from customer c, country y where c.organisation_id = $1 and y.two_letter_iso_code = 'GB'`,
    [organisation],
  );
  await client.query(`insert into shipping_option (organisation_id, name, rate_minor) values ($1, 'Standard delivery', 495)`, [
    organisation,
  ]);
  await client.query(
    `insert into payment_option (organisation_id, system_name, name) values ($1, 'Payments.OnAccount', 'On account')`,
    [organisation],
  );
  await createRange(client, organisation, slug, combinations);
  await client.query('commit');
  await client.query('analyze');
  return organisation;
}

/** Products of 33 combinations (3 colours × 11 sizes) and one of 150 (10 × 15), with specifications, stock and ledger. */
async function createRange(client: Client, organisation: number, slug: string, combinations: number): Promise<void> {
  const products = Math.max(Math.round((combinations - 150) / 33), 1);
  await client.query(
    `insert into product (exclusive_organisation_id, handle, name, sku, garment_type, price_minor, short_description, full_description)
     select $1, $2 || '-' || n, ($4::text[])[1 + n % 12] || ' ' || ($3::text[])[1 + n % 10] || ' ' || n, upper($2) || '-' || n, ($3::text[])[1 + n % 10], 900 + n % 70 * 55,
       'Cotton blend, machine washable, for ' || ($3::text[])[1 + n % 10] || ' wearers', '<p>Made for long shifts, with reinforced seams and a cut that moves.</p>'
     from generate_series(0, $5::int) n`,
    [organisation, slug, GARMENTS, WORDS, products],
  );
  const attributes = `insert into attribute (name, role) values ('Colour', 'colour'), ('Size', 'size') on conflict (name) do nothing`;
  await client.query(attributes);
  await client.query(
    `insert into product_attribute (product_id, attribute_id, display_order)
     select p.id, a.id, case a.role when 'colour' then 0 else 1 end from product p, attribute a where p.exclusive_organisation_id = $1 and a.name in ('Colour', 'Size')`,
    [organisation],
  );
  await client.query(
    `insert into product_attribute_value (product_attribute_id, name, colour_rgb, display_order)
     select pa.id, case a.role when 'colour' then 'Colour ' || n else 'Size ' || n end, case a.role when 'colour' then '#' || lpad(to_hex(n * 1500000 % 16777215), 6, '0') end, n
     from product_attribute pa join product p on p.id = pa.product_id join attribute a on a.id = pa.attribute_id
     cross join lateral generate_series(1, case when p.handle = $2 || '-0' then case a.role when 'colour' then 10 else 15 end
                                              else case a.role when 'colour' then 3 else 11 end end) n
     where p.exclusive_organisation_id = $1`,
    [organisation, slug],
  );
  await client.query(
    `insert into combination (product_id, value_ids, description, sku)
     select p.id, array[c.id, s.id], c.name || ', ' || s.name, p.sku || '-' || c.display_order || '-' || s.display_order
     from product p
     join product_attribute ca on ca.product_id = p.id and ca.display_order = 0 join product_attribute_value c on c.product_attribute_id = ca.id
     join product_attribute sa on sa.product_id = p.id and sa.display_order = 1 join product_attribute_value s on s.product_attribute_id = sa.id
     where p.exclusive_organisation_id = $1`,
    [organisation],
  );
  await client.query(
    `with stocked as (
       insert into stock_level (combination_id, product_id, on_hand)
       select c.id, c.product_id, 1000000 from combination c join product p on p.id = c.product_id where p.exclusive_organisation_id = $1 returning combination_id)
     insert into stock_entry (combination_id, kind, on_hand_delta) select combination_id, 'receipt', 1000000 from stocked`,
    [organisation],
  );
  await client.query(
    `insert into specification (name) values ('Fabric (bench)'), ('Standard (bench)') on conflict (name) do nothing`,
  );
  await client.query(
    `insert into specification_option (specification_id, name) select s.id, 'Option ' || n from specification s, generate_series(1, 8) n
     where s.name like '%(bench)' on conflict do nothing`,
  );
  await client.query(
    `insert into product_specification (product_id, option_id)
     select p.id, o.id from product p join specification_option o on true join specification s on s.id = o.specification_id
     where p.exclusive_organisation_id = $1 and s.name like '%(bench)' and o.name = 'Option ' || (1 + (p.id + s.id) % 8)`,
    [organisation],
  );
  await client.query(
    `insert into product_organisation (organisation_id, product_id, display_order) select $1, id, id % 50 from product where exclusive_organisation_id = $1`,
    [organisation],
  );
  await client.query('select refresh_listing(array[$1::int])', [organisation]);
}
