import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';

/** A question at checkout of the first organisation; what is left out is that of an optional list for everyone. */
export interface QuestionOverrides {
  organisationId?: number;
  name?: string;
  kind?: number;
  isRequired?: boolean;
  hasCostCentres?: boolean;
  defaultValue?: string | null;
  groupIds?: number[];
  collectionIds?: number[];
  productIds?: number[];
  values?: { name: string; price?: number; isPreselected?: boolean }[];
}

/** Adds a question at checkout; returns its id and those of its values, in their order. Prices in minor units. */
export async function aQuestion(db: Db, overrides: QuestionOverrides = {}): Promise<{ id: number; valueIds: number[] }> {
  const { organisationId = 1, name = 'Gift wrap', kind = 1, values = [] } = overrides;
  const { rows } = await sql<{ id: number }>`
    insert into checkout_question (organisation_id, name, kind, is_required, has_cost_centres, default_value, group_ids, collection_ids, product_ids, display_order)
    select ${organisationId}, ${name}, ${kind}, ${overrides.isRequired ?? false}, ${overrides.hasCostCentres ?? false}, ${overrides.defaultValue ?? null},
      ${overrides.groupIds ?? []}::bigint[], ${overrides.collectionIds ?? []}::bigint[], ${overrides.productIds ?? []}::bigint[],
      (select count(*) from checkout_question where organisation_id = ${organisationId})
    returning id`.execute(db);
  const id = rows[0]?.id as number;
  const valueIds: number[] = [];
  for (const [index, value] of values.entries()) {
    const added = await sql<{ id: number }>`
      insert into checkout_question_value (organisation_id, question_id, name, price_minor, is_preselected, display_order)
      values (${organisationId}, ${id}, ${value.name}, ${value.price ?? 0}, ${value.isPreselected ?? false}, ${index}) returning id`.execute(
      db,
    );
    valueIds.push(added.rows[0]?.id as number);
  }
  return { id, valueIds };
}

/** Adds a cost centre; returns its id. The limit in minor units. */
export async function aCostCentre(
  db: Db,
  overrides: { organisationId?: number; code: string; name?: string; seasonLimit?: number | null; groupIds?: number[] },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into cost_centre (organisation_id, code, name, season_limit_minor, group_ids)
    values (${overrides.organisationId ?? 1}, ${overrides.code}, ${overrides.name ?? 'Track north'}, ${overrides.seasonLimit ?? null}::bigint,
      ${overrides.groupIds ?? []}::bigint[])
    returning id`.execute(db);
  return rows[0]?.id as number;
}

/** Removes the questions and cost centres of an organisation that no order names, and the answers of its carts. */
export async function removeQuestions(db: Db, organisationId = 1): Promise<void> {
  await sql`update checkout_question set active = false, has_cost_centres = false where organisation_id = ${organisationId}`.execute(
    db,
  );
  await sql`update cost_centre set active = false where organisation_id = ${organisationId}`.execute(db);
}
