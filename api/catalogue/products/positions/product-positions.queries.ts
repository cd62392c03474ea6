import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { isVisibleTo } from '../../kept-products/kept-products.queries.ts';

/** What can be put on a product. */
export interface ProductPositions {
  garmentType: string | null;
  isPossible: boolean;
  isRequired: boolean;
  methods: { id: number; name: string; isActive: boolean }[];
  /** Of its type of garment; those that it does not have are without methods. */
  positions: { id: number; name: string; side: 'front' | 'back'; methodIds: number[] }[];
  /** Of the same positions, by their ids. */
  areas: Record<number, { place: string; widthCm: number; heightCm: number }>;
  /** Lines of open carts with a design for it. */
  cartLines: number;
  version: number;
}

/** What can be put on a product that the operator sees; undefined for any other. */
export async function findProductPositions(
  db: Db | Tx,
  operator: OperatorScope,
  productId: number,
): Promise<ProductPositions | undefined> {
  const { rows } = await sql<ProductPositions>`
    select p.garment_type as "garmentType", p.customisation_enabled as "isPossible", p.customisation_required as "isRequired", p.version,
      (select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'isActive', m.active) order by m.id), '[]') from decoration_method m) as methods,
      (select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'side', d.side, 'methodIds', coalesce(pp.method_ids, '{}'))
         order by d.display_order, d.id), '[]')
       from decoration_position d left join product_position pp on pp.position_id = d.id and pp.product_id = p.id
       where d.garment_type = p.garment_type) as positions,
      (select coalesce(json_object_agg(d.id, json_build_object('place', d.place, 'widthCm', d.width_cm, 'heightCm', d.height_cm)), '{}')
       from decoration_position d where d.garment_type = p.garment_type) as areas,
      (select count(distinct (l.organisation_id, l.id))::int from organisation o
       join cart_line l on l.organisation_id = o.id and l.product_id = p.id
       join cart_line_customisation c on c.organisation_id = l.organisation_id and c.cart_line_id = l.id) as "cartLines"
    from product p where p.id = ${productId} and ${isVisibleTo(operator)}`.execute(db);
  return rows[0];
}

/** Writes what can be put on a product, which is locked, and marks it as changed. Positions of other types of garment that it had before go. */
export async function replaceProductPositions(
  tx: Tx,
  productId: number,
  { positions, isRequired }: { positions: readonly { positionId: number; methodIds: readonly number[] }[]; isRequired: boolean },
): Promise<void> {
  await sql`
    delete from product_position where product_id = ${productId} and position_id <> all (${positions.map(({ positionId }) => positionId)}::bigint[])`.execute(
    tx,
  );
  if (positions.length > 0)
    await sql`
      insert into product_position (product_id, position_id, method_ids)
      select ${productId}, n."positionId", array(select value::smallint from jsonb_array_elements_text(n."methodIds"))
      from jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as n ("positionId" bigint, "methodIds" jsonb)
      on conflict (product_id, position_id) do update set method_ids = excluded.method_ids`.execute(tx);
  await sql`
    update product set customisation_enabled = ${positions.length > 0}, customisation_required = ${isRequired},
      positions_changed_at = clock_timestamp(), updated_at = now()
    where id = ${productId}`.execute(tx);
}
