import { Client } from 'pg';
import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { columnTypes, type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { BenchOrganisation } from './bench-organisation.ts';

/** A wardrobe that many people have. */
export interface CrowdedWardrobe {
  collectionId: number;
  groupIds: number[];
  productIds: number[];
  /** Buyers with an address, by id. */
  wearerIds: number[];
  adminId: number;
}

const BATCH = 500;

/**
 * Adds people to a benchmark's organisation, under fixed allocation, and a wardrobe that they all have: groups of four products each, of each of which everyone is
 * owed pieces.
 */
export async function addCrowdedWardrobe(
  url: string,
  db: Db,
  { organisationId }: BenchOrganisation,
  { wearers, groups, pieces }: { wearers: number; groups: number; pieces: number },
): Promise<CrowdedWardrobe> {
  const client = new Client({ connectionString: url, types: columnTypes });
  await client.connect();
  const ids = async (text: string, values: unknown[]) =>
    (await client.query<{ id: number }>(text, values)).rows.map(({ id }) => id);
  try {
    const [seasonId] = await ids(
      `insert into season (organisation_id, name, starts_on, ends_on, is_current) values ($1, 'All year', current_date - 30, current_date + 300, true) returning id`,
      [organisationId],
    );
    const [collectionId = 0] = await ids(
      `insert into collection (organisation_id, name, season_id) values ($1, 'Crew', $2) returning id`,
      [organisationId, seasonId],
    );
    const groupIds = await ids(
      `insert into collection_group (organisation_id, collection_id, name, quantity, display_order)
       select $1, $2, 'Group ' || n, $3::int, n from generate_series(1, $4::int) n returning id`,
      [organisationId, collectionId, 4 * pieces, groups],
    );
    const productIds = await ids(
      `select product_id as id from product_organisation where organisation_id = $1 order by product_id limit $2`,
      [organisationId, 4 * groups],
    );
    await client.query(
      `insert into collection_group_product (organisation_id, collection_group_id, product_id, quantity, display_order)
       select $1, ($2::bigint[])[(place - 1) / 4 + 1], id, $4::int, place from unnest($3::bigint[]) with ordinality p (id, place)`,
      [organisationId, groupIds, productIds, pieces],
    );
    const wearerIds = await ids(
      `insert into customer (organisation_id, brand_id, email, first_name, last_name, allocation_type_id)
       select $1, (select id from brand where is_default), 'crew.' || n || '@bench.example', 'Crew', 'Number ' || n, 10 from generate_series(1, $2::int) n returning id`,
      [organisationId, wearers],
    );
    await client.query(`insert into customer_role select $1, id, r from unnest($2::bigint[]) id, unnest(array[3, 35]) r`, [
      organisationId,
      wearerIds,
    ]);
    await client.query(
      'insert into customer_season (organisation_id, customer_id, season_id) select $1, id, $3 from unnest($2::bigint[]) id',
      [organisationId, wearerIds, seasonId],
    );
    await client.query(
      'insert into customer_collection (organisation_id, customer_id, collection_id) select $1, id, $3 from unnest($2::bigint[]) id',
      [organisationId, wearerIds, collectionId],
    );
    await client.query(
      `insert into address (organisation_id, customer_id, first_name, last_name, country_id, city, address1, zip_postal_code, is_default)
       select $1, c.id, 'Crew', 'Member', y.id, 'Leeds', '1 Mill Lane', 'LS1 1AA', true from unnest($2::bigint[]) c (id), country y where y.two_letter_iso_code = 'GB'`,
      [organisationId, wearerIds],
    );
    const [adminId = 0] = await ids(
      `insert into customer (organisation_id, brand_id, email, first_name, last_name)
       select $1, id, 'crew.admin@bench.example', 'Ada', 'Admin' from brand where is_default returning id`,
      [organisationId],
    );
    await client.query('insert into customer_role values ($1, $2, 3), ($1, $2, 33)', [organisationId, adminId]);
    for (let start = 0; start < wearerIds.length; start += BATCH)
      await runInTransaction(db, (tx) => syncEntitlement(tx, { organisationId }, wearerIds.slice(start, start + BATCH)));
    await client.query('vacuum analyze');
    return { collectionId, groupIds, productIds, wearerIds, adminId };
  } finally {
    await client.end();
  }
}
