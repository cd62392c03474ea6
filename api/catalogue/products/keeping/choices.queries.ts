import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { visibleCategoryIds, visibleOptionIds } from '../../kept-products/kept-products.queries.ts';

/** What products can be: categories, and specifications with their options, as far as the operator sees them. */
export interface FieldChoices {
  categories: {
    id: number;
    parentId: number | null;
    name: string;
    displayOrder: number;
    productCount: number;
    unspsc: string | null;
  }[];
  specifications: { id: number; name: string; options: { id: number; name: string }[] }[];
}

/** Reads the categories, unsorted, and the specifications with their options, in their order. */
export async function readFieldChoices(db: Db, operator: OperatorScope): Promise<FieldChoices> {
  const { rows } = await sql<FieldChoices>`
    select
      (select coalesce(json_agg(json_build_object('id', c.id, 'parentId', c.parent_id, 'name', c.name, 'displayOrder', c.display_order,
        'productCount', 0, 'unspsc', c.unspsc_code)), '[]') from category c
        where c.id in ${visibleCategoryIds(operator)}) as categories,
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'options', s.options) order by s.display_order, s.name), '[]') from (
        select s.id, s.name, s.display_order, json_agg(json_build_object('id', o.id, 'name', o.name) order by o.display_order, o.name) as options
        from specification s join specification_option o on o.specification_id = s.id
        where o.id in ${visibleOptionIds(operator)} group by s.id) s) as specifications`.execute(db);
  return rows[0] as FieldChoices;
}
