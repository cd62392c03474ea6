import { type RawBuilder, sql } from 'kysely';
import type { NamedDesign } from '#contract/catalogue/customisation/design-words.ts';

/** What names the designs of a line of an order, with its alias: an array of `NamedDesign` as JSON, those that the organisation requires first. */
export const namedDesigns = (line: string): RawBuilder<NamedDesign[]> => sql<NamedDesign[]>`(
  select coalesce(json_agg(json_build_object('methodId', k.method_id, 'method', k.method, 'position', k.position, 'logoName', k.logo_name, 'text', k.text)
    order by k.is_mandatory desc, k.id), '[]')
  from order_line_customisation k where k.organisation_id = ${sql.ref(`${line}.organisation_id`)} and k.order_line_id = ${sql.ref(`${line}.id`)})`;
