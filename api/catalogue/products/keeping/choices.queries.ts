import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';

/** What products can be: every category, and every specification with its options. */
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
export async function readFieldChoices(db: Db): Promise<FieldChoices> {
  const { rows } = await sql<FieldChoices>`
    select
      (select coalesce(json_agg(json_build_object('id', c.id, 'parentId', c.parent_id, 'name', c.name, 'displayOrder', c.display_order,
        'productCount', 0, 'unspsc', c.unspsc_code)), '[]') from category c) as categories,
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'options', s.options) order by s.display_order, s.name), '[]') from (
        select s.id, s.name, s.display_order, json_agg(json_build_object('id', o.id, 'name', o.name) order by o.display_order, o.name) as options
        from specification s join specification_option o on o.specification_id = s.id group by s.id) s) as specifications`.execute(
    db,
  );
  return rows[0] as FieldChoices;
}
