import { type RawBuilder, sql } from 'kysely';

/**
 * The part of a statement that gives lines which are inserted by the same statement, the rows `to` with their `id`, the designs of a line, as they were ordered.
 */
export const copyingDesigns = (
  organisationId: number,
  { lineId, to }: { lineId: number; to: string },
): RawBuilder<unknown> => sql`copied as (
      insert into order_line_customisation (organisation_id, order_line_id, customisation_id, method_id, method, position_id, position, side, x_cm, y_cm,
        width_cm, height_cm, measured_from, logo_id, logo_name, logo_file_id, text, font_name, letter_mm, thread_colour, thread_number, thread_rgb,
        garment_design_id, is_mandatory, comments, price_minor, setup_minor, design_key, proof_request_id)
      select k.organisation_id, ${sql.ref(`${to}.id`)}, k.customisation_id, k.method_id, k.method, k.position_id, k.position, k.side, k.x_cm, k.y_cm,
        k.width_cm, k.height_cm, k.measured_from, k.logo_id, k.logo_name, k.logo_file_id, k.text, k.font_name, k.letter_mm, k.thread_colour, k.thread_number,
        k.thread_rgb, k.garment_design_id, k.is_mandatory, k.comments, k.price_minor, k.setup_minor, k.design_key, k.proof_request_id
      from ${sql.table(to)}, order_line_customisation k
      where k.organisation_id = ${organisationId} and k.order_line_id = ${lineId})`;
