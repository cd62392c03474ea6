import { type RawBuilder, sql } from 'kysely';
import type { Design } from '#api/catalogue/customisation/design.rules.ts';
import type { Db } from '#api/platform/db/database.ts';

/** A design of a line of an order, as a line of a cart can have it again: as it was ordered, whatever its saved design has become. */
export type RepeatedDesign = Design & { customisationId: null };

/**
 * The designs of a line of an order, with its alias, as an array of `RepeatedDesign`; empty for none. What lines have by themselves is not among them,
 * nor the name of a wearer that no one typed: the new line has that of its own.
 */
export const repeatedDesigns = (line: string): RawBuilder<RepeatedDesign[]> => sql<RepeatedDesign[]>`(
  select coalesce(json_agg(json_build_object('customisationId', null, 'methodId', k.method_id, 'positionId', k.position_id, 'logoId', k.logo_id, 'text', k.text,
    'fontName', k.font_name, 'threadColourId', t.id, 'garmentDesignId', k.garment_design_id, 'comments', k.comments) order by k.id), '[]')
  from order_line_customisation k left join thread_colour t on t.name = k.thread_colour
  where k.organisation_id = ${sql.ref(`${line}.organisation_id`)} and k.order_line_id = ${sql.ref(`${line}.id`)} and not k.is_mandatory)`;

/** The designs of lines of an order, by the ids of the lines. */
export async function listRepeatedDesigns(
  db: Db,
  organisationId: number,
  lineIds: readonly number[],
): Promise<Map<number, RepeatedDesign[]>> {
  const { rows } = await sql<{ id: number; designs: RepeatedDesign[] }>`
    select l.id, ${repeatedDesigns('l')} as designs from order_line l
    where l.organisation_id = ${organisationId} and l.id = any (${[...lineIds]}::bigint[]) and l.is_personalised`.execute(db);
  return new Map(rows.map(({ id, designs }) => [id, designs]));
}
