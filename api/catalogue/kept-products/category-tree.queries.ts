import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';

/** The advisory lock of the tree of categories. */
const CATEGORY_TREE = 7_404_121;

/**
 * Waits until no one else changes the tree of categories, or gives products categories, until the transaction ends. Taken before any lock of a product,
 * so that a category is not deleted while a product gets it, and none is moved below itself by two people.
 */
export async function lockCategoryTree(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CATEGORY_TREE})`.execute(tx);
}

/** Keeps the tree of categories as it is until the transaction ends. Taken before any lock of a product. */
export async function keepCategoryTree(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${CATEGORY_TREE})`.execute(tx);
}
