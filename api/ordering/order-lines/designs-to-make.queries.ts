import { type RawBuilder, sql } from 'kysely';
import { formatLogoAddress } from '#api/catalogue/customisation/logos/logo-address.rules.ts';
import type { ReplyOf } from '#contract/index.ts';

/** A design of a line of an order, as it is made and checked. */
type DesignToMake = ReplyOf<'GET /api/operator/orders/:id'>['orders'][number]['lines'][number]['designs'][number];

/** The columns of `DesignToMake`, of a design `k` with the picture `f` of its logo, as arguments of `json_build_object`. */
export const columnsToMake = sql`'id', k.id, 'methodId', k.method_id, 'method', k.method, 'position', k.position, 'measuredFrom', k.measured_from,
  'area', json_build_object('side', k.side, 'xCm', k.x_cm, 'yCm', k.y_cm, 'widthCm', k.width_cm, 'heightCm', k.height_cm),
  'logoName', k.logo_name, 'logoSrc', ${formatLogoAddress('')}::text || f.storage_key, 'text', k.text, 'fontName', k.font_name, 'letterMm', k.letter_mm,
  'threadColour', k.thread_colour, 'threadNumber', k.thread_number, 'threadRgb', k.thread_rgb, 'comments', k.comments`;

/** The designs of a line of an order, with its alias: an array of `DesignToMake` as JSON, those that the organisation requires first. */
export const designsToMake = (line: string): RawBuilder<DesignToMake[]> => sql<DesignToMake[]>`(
  select coalesce(json_agg(json_build_object(${columnsToMake}) order by k.is_mandatory desc, k.id), '[]')
  from order_line_customisation k left join stored_file f on f.organisation_id = k.organisation_id and f.id = k.logo_file_id
  where k.organisation_id = ${sql.ref(`${line}.organisation_id`)} and k.order_line_id = ${sql.ref(`${line}.id`)})`;

/** Pieces of a line of an order that are to be decorated before they are packed: 0 of one that is not personalised. Never fewer than 0. */
export const undecorated = (line: string): RawBuilder<number> => {
  const column = (name: string) => sql.ref(`${line}.${name}`);
  return sql<number>`(case when ${column('is_personalised')} then greatest(0, ${column('quantity')} - ${column('cancelled_quantity')}
    - ${column('decorated_quantity')}) else 0 end)`;
};
