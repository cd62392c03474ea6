import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { QuestionKindId } from '#contract/ordering/checkout-questions/question-kinds.ts';

interface Named {
  id: number;
  name: string;
}

/** A value of a stored question. Money in minor units, excluding tax. */
export interface StoredQuestionValue {
  id: number;
  name: string;
  priceMinor: number;
  isPreselected: boolean;
  active: boolean;
}

/** A stored question. */
export interface StoredQuestion {
  id: number;
  name: string;
  textPrompt: string | null;
  kind: QuestionKindId;
  isRequired: boolean;
  hasCostCentres: boolean;
  defaultValue: string | null;
  groups: Named[];
  collections: Named[];
  products: Named[];
  /** In their order. */
  values: StoredQuestionValue[];
  active: boolean;
  displayOrder: number;
  version: number;
}

/** An organisation with its questions: those that are asked in their order, then those that have been withdrawn. */
export interface StoredQuestions {
  organisationId: number;
  organisationName: string;
  currencyCode: string;
  adminsKeepQuestions: boolean;
  groups: Named[];
  collections: Named[];
  questions: StoredQuestion[];
}

/** The questions of an organisation, and the groups and wardrobes that they can be for. */
export async function readQuestions(db: Db | Tx, organisationId: number): Promise<StoredQuestions> {
  const { rows } = await sql<StoredQuestions>`
    select o.id as "organisationId", o.name as "organisationName", o.currency_code as "currencyCode", o.admins_keep_questions as "adminsKeepQuestions", (
        select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.display_order, g.id), '[]')
        from organisation_group g where g.organisation_id = o.id) as groups, (
        select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id), '[]')
        from collection c where c.organisation_id = o.id) as collections, (
        select coalesce(json_agg(json_build_object('id', q.id, 'name', q.name, 'textPrompt', q.text_prompt, 'kind', q.kind, 'isRequired', q.is_required,
          'hasCostCentres', q.has_cost_centres, 'defaultValue', q.default_value, 'active', q.active, 'displayOrder', q.display_order, 'version', q.version,
          'groups', (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.display_order, g.id), '[]')
            from organisation_group g where g.organisation_id = q.organisation_id and g.id = any (q.group_ids)),
          'collections', (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id), '[]')
            from collection c where c.organisation_id = q.organisation_id and c.id = any (q.collection_ids)),
          'products', (select coalesce(json_agg(json_build_object('id', p.id, 'name', coalesce(l.name, p.name)) order by coalesce(l.name, p.name), p.id), '[]')
            from product p left join product_organisation l on l.organisation_id = q.organisation_id and l.product_id = p.id where p.id = any (q.product_ids)),
          'values', (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'priceMinor', v.price_minor, 'isPreselected', v.is_preselected,
              'active', v.active) order by v.active desc, v.display_order, v.id), '[]')
            from checkout_question_value v where v.organisation_id = q.organisation_id and v.question_id = q.id))
          order by q.active desc, q.display_order, q.id), '[]')
        from checkout_question q where q.organisation_id = o.id) as questions
    from organisation o where o.id = ${organisationId}`.execute(db);
  return rows[0] as StoredQuestions;
}

/** Lets changes of the questions of an organisation wait for each other, until the transaction ends. */
export async function lockQuestions(tx: Tx, organisationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashint8extended(${organisationId}, 7404050))`.execute(tx);
}

/** Which of these ids are groups, wardrobes and products of the organisation. */
export async function findAudience(
  tx: Tx,
  organisationId: number,
  ids: { groupIds: readonly number[]; collectionIds: readonly number[]; productIds: readonly number[] },
): Promise<{ groups: Named[]; collections: Named[]; products: Named[] }> {
  const { rows } = await sql<{ groups: Named[]; collections: Named[]; products: Named[] }>`
    select (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.display_order, g.id), '[]') from organisation_group g
        where g.organisation_id = ${organisationId} and g.id = any (${[...ids.groupIds]}::bigint[])) as groups,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id), '[]') from collection c
        where c.organisation_id = ${organisationId} and c.id = any (${[...ids.collectionIds]}::bigint[])) as collections,
      (select coalesce(json_agg(json_build_object('id', p.id, 'name', coalesce(l.name, p.name)) order by coalesce(l.name, p.name), p.id), '[]')
        from product_organisation l join product p on p.id = l.product_id
        where l.organisation_id = ${organisationId} and l.product_id = any (${[...ids.productIds]}::bigint[])) as products`.execute(
    tx,
  );
  return rows[0] as { groups: Named[]; collections: Named[]; products: Named[] };
}

const idsOf = (records: readonly Named[]) => records.map(({ id }) => id);

/** Adds a question after the others, without its values, and returns its id. */
export async function insertQuestion(
  tx: Tx,
  organisationId: number,
  question: Omit<StoredQuestion, 'id' | 'version' | 'displayOrder'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into checkout_question (organisation_id, name, text_prompt, kind, is_required, has_cost_centres, default_value, group_ids, collection_ids,
      product_ids, display_order)
    select ${organisationId}, ${question.name}, ${question.textPrompt}, ${question.kind}, ${question.isRequired}, ${question.hasCostCentres},
      ${question.defaultValue}, ${idsOf(question.groups)}::bigint[], ${idsOf(question.collections)}::bigint[], ${idsOf(question.products)}::bigint[],
      (select coalesce(max(q.display_order), 0) + 1 from checkout_question q where q.organisation_id = ${organisationId})
    returning id`.execute(tx);
  return rows[0]?.id as number;
}

/** Writes a question as it is now, without its values. */
export async function updateQuestion(tx: Tx, organisationId: number, question: StoredQuestion): Promise<void> {
  await sql`
    update checkout_question set name = ${question.name}, text_prompt = ${question.textPrompt}, is_required = ${question.isRequired},
      has_cost_centres = ${question.hasCostCentres}, default_value = ${question.defaultValue}, group_ids = ${idsOf(question.groups)}::bigint[],
      collection_ids = ${idsOf(question.collections)}::bigint[], product_ids = ${idsOf(question.products)}::bigint[], active = ${question.active},
      version = version + 1
    where organisation_id = ${organisationId} and id = ${question.id}`.execute(tx);
}

/** Writes the values of a question, those without an id as new ones. Others are withdrawn, because orders name them. */
export async function saveValues(
  tx: Tx,
  organisationId: number,
  questionId: number,
  values: readonly (Omit<StoredQuestionValue, 'id' | 'active'> & { id: number | null })[],
): Promise<void> {
  const rows = JSON.stringify(
    values.map(({ id, name, priceMinor, isPreselected }, index) => ({
      id,
      name,
      price_minor: priceMinor,
      is_preselected: isPreselected,
      display_order: index,
    })),
  );
  await sql`
    with sent as materialized (
      select * from jsonb_to_recordset(${rows}::jsonb) as s (id bigint, name text, price_minor bigint, is_preselected boolean, display_order int)),
    added as (
      insert into checkout_question_value (organisation_id, question_id, name, price_minor, is_preselected, display_order)
      select ${organisationId}, ${questionId}, s.name, s.price_minor, s.is_preselected, s.display_order from sent s where s.id is null)
    update checkout_question_value v set name = coalesce(s.name, v.name), price_minor = coalesce(s.price_minor, v.price_minor),
      is_preselected = coalesce(s.is_preselected, false), display_order = coalesce(s.display_order, v.display_order), active = s.id is not null
    from checkout_question_value o left join sent s on s.id = o.id
    where v.organisation_id = ${organisationId} and v.question_id = ${questionId} and o.organisation_id = v.organisation_id and o.id = v.id`.execute(
    tx,
  );
}

/** Gives questions the positions in which their ids are; those that are not named follow. */
export async function saveOrderOfQuestions(tx: Tx, organisationId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update checkout_question q set display_order = placed.position
    from (
      select n.id, row_number() over (order by array_position(${[...ids]}::bigint[], n.id), n.display_order, n.id) as position
      from checkout_question n where n.organisation_id = ${organisationId}) placed
    where q.organisation_id = ${organisationId} and q.id = placed.id and q.display_order <> placed.position`.execute(tx);
}

/** Sets whether administrators keep the questions of their organisation. */
export async function saveKeepers(tx: Tx, organisationId: number, adminsKeepQuestions: boolean): Promise<void> {
  await sql`update organisation set admins_keep_questions = ${adminsKeepQuestions} where id = ${organisationId}`.execute(tx);
}
