import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { type ExistingCategory, placeCategory } from './categories.rules.ts';
import type { ProductDraft } from './product-draft.ts';

/** Reference data shared by all organisations: categories, specifications and attributes. An import adds missing ones. */
export interface References {
  categories: ExistingCategory[];
  /** IDs by name in lower case. */
  attributes: Map<string, number>;
  /** IDs by `specification\noption` in lower case. */
  options: Map<string, number>;
  /** Ids of the size guides by their names in lower case. */
  sizeGuides: ReadonlyMap<string, readonly number[]>;
  /** Category IDs already found, by path and garment categories. */
  categoryIds: Map<string, number | null>;
  /** Number of rows added. */
  added: number;
  /** Of a preview: what is missing is not added, but has a negative id, and no row refers to it. */
  isPreview: boolean;
}

/** Loads the shared categories, specification options and attributes. */
export async function loadReferences(tx: Tx, isPreview = false): Promise<References> {
  const categories = await tx.selectFrom('category').select(['id', 'parent_id as parentId', 'name']).orderBy('id').execute();
  const attributes = await tx.selectFrom('attribute').select(['id', 'name']).orderBy('id').execute();
  const options = await tx
    .selectFrom('specification_option as o')
    .innerJoin('specification as s', 's.id', 'o.specification_id')
    .select(['o.id', 'o.name', 's.name as specification'])
    .orderBy('o.id', 'desc')
    .execute();
  const guides = await tx.selectFrom('size_guide').select(['id', 'name']).orderBy('id').execute();
  const guidesByName = Map.groupBy(guides, ({ name }) => name.trim().toLowerCase());
  return {
    categories,
    sizeGuides: new Map([...guidesByName].map(([name, found]) => [name, found.map(({ id }) => id)])),
    attributes: new Map(attributes.map(({ id, name }) => [name.toLowerCase(), id])),
    options: new Map(options.map(({ id, name, specification }) => [optionKey(specification, name), id])),
    categoryIds: new Map(),
    added: 0,
    isPreview,
  };
}

function optionKey(specification: string, option: string): string {
  return `${specification}\n${option}`.toLowerCase().replaceAll('’', "'");
}

/** ID of the category for a product, added if missing; null if the product has neither path nor garment category. */
export async function ensureCategory(
  tx: Tx,
  references: References,
  { categoryPath, garmentCategories }: ProductDraft,
): Promise<number | null> {
  const key = JSON.stringify([categoryPath, garmentCategories]);
  const known = references.categoryIds.get(key);
  if (known !== undefined) return known;
  const target = placeCategory(categoryPath, garmentCategories, references.categories);
  const id = !target
    ? null
    : 'existing' in target
      ? target.existing
      : await addCategory(tx, references, target.name, target.below);
  references.categoryIds.set(key, id);
  return id;
}

async function addCategory(tx: Tx, references: References, name: string, parentId: number | null): Promise<number> {
  const id = references.isPreview ? -1 - references.added : await insertCategory(tx, name, parentId);
  references.categories.push({ id, parentId, name });
  references.added++;
  return id;
}

async function insertCategory(tx: Tx, name: string, parentId: number | null): Promise<number> {
  const { id } = await tx
    .insertInto('category')
    .values(({ selectFrom }) => ({
      parent_id: parentId,
      name,
      display_order: selectFrom('category')
        .select(({ fn }) => sql<number>`${fn.coalesce(fn.max('display_order'), sql.lit(0))} + 1`.as('next'))
        .where('parent_id', parentId === null ? 'is' : '=', parentId),
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** IDs of the product's attributes, in its order. Missing attributes are added. */
export async function ensureAttributes(tx: Tx, references: References, { attributes }: ProductDraft): Promise<number[]> {
  const ids: number[] = [];
  for (const { name, role } of attributes) {
    let id = references.attributes.get(name.toLowerCase());
    if (id === undefined) {
      if (references.isPreview) id = -1 - references.added;
      else ({ id } = await tx.insertInto('attribute').values({ name, role }).returning('id').executeTakeFirstOrThrow());
      references.attributes.set(name.toLowerCase(), id);
      references.added++;
    }
    ids.push(id);
  }
  return ids;
}

/** IDs of the product's specification options. Missing options are added. */
export async function ensureOptions(tx: Tx, references: References, { specifications }: ProductDraft): Promise<number[]> {
  const ids: number[] = [];
  for (const { specification, option } of specifications) {
    const key = optionKey(specification, option);
    let id = references.options.get(key);
    if (id === undefined) {
      id = references.isPreview ? -1 - references.added : await addOption(tx, specification, option);
      references.options.set(key, id);
      references.added++;
    }
    ids.push(id);
  }
  return [...new Set(ids)];
}

async function addOption(tx: Tx, specification: string, option: string): Promise<number> {
  const found = await tx
    .selectFrom('specification')
    .select('id')
    .where(sql`lower(name)`, '=', specification.toLowerCase())
    .executeTakeFirst();
  const { id: specification_id } =
    found ??
    (await tx
      .insertInto('specification')
      .values(({ selectFrom }) => ({
        name: specification,
        display_order: selectFrom('specification').select(({ fn }) =>
          sql<number>`${fn.coalesce(fn.max('display_order'), sql.lit(0))} + 1`.as('next'),
        ),
      }))
      .returning('id')
      .executeTakeFirstOrThrow());
  const { id } = await tx
    .insertInto('specification_option')
    .values({ specification_id, name: option })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
