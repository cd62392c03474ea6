import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { visibleTo } from '../range/product-visibility.queries.ts';
import type { DesignOptions } from './design-options.rules.ts';
import { logoAddress, savedDesigns } from './design-rows.queries.ts';

/** Arrays of JSON; empty ones as well. */
const listOf = (entries: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  sql`coalesce((select json_agg(${entries}) from ${from}), '[]')`;

/**
 * What can be put on products, in one statement. Products that the person does not see, and saved designs that are not theirs, are missing. Drawings are
 * read only with `withDrawings`: they take most of the time.
 */
export async function findDesignOptions(
  db: Db,
  scope: Scope,
  {
    productIds,
    savedIds = [],
    withDrawings = false,
  }: { productIds: readonly number[]; savedIds?: readonly number[]; withDrawings?: boolean },
): Promise<DesignOptions> {
  const drawings = sql`coalesce((
    select json_agg(json_build_object('colourId', v.id, 'frontSrc', drawing_url(p.garment_type, p.drawing_features, v.colour_rgb, v.accent_rgb, 'front'),
      'backSrc', drawing_url(p.garment_type, p.drawing_features, v.colour_rgb, v.accent_rgb, 'back')) order by v.display_order, v.id)
    from product_attribute a join product_attribute_value v on v.product_attribute_id = a.id
    where a.product_id = p.id and v.colour_rgb is not null), json_build_array(json_build_object('colourId', null,
      'frontSrc', drawing_url(p.garment_type, p.drawing_features, null, null, 'front'), 'backSrc', drawing_url(p.garment_type, p.drawing_features, null, null, 'back'))))`;
  const found = await sql<DesignOptions>`
    select
      ${listOf(
        sql`json_build_object('id', m.id, 'name', m.name, 'workingDays', m.working_days, 'smallestLetterMm', m.smallest_letter_mm,
          'longestText', m.longest_text, 'mostLines', m.most_lines, 'takesLogo', m.takes_logo, 'takesText', m.takes_text, 'priceMinor', price.price_minor,
          'setupMinor', price.setup_minor) order by m.id`,
        sql`decoration_method m left join decoration_price price on price.method_id = m.id and price.currency_code = ${scope.currencyCode} where m.active`,
      )} as methods,
      ${listOf(
        sql`json_build_object('id', t.id, 'name', t.name, 'number', t.number, 'rgb', t.rgb) order by t.display_order, t.id`,
        sql`thread_colour t where t.active`,
      )} as threads,
      ${listOf(
        sql`json_build_object('id', logo.id, 'name', logo.name, 'fileId', logo.file_id, 'src', ${logoAddress}, 'widthPx', logo.width_px,
          'heightPx', logo.height_px, 'isArchived', logo.archived_at is not null, 'isApproved', exists (select from proof_request r
            where r.organisation_id = logo.organisation_id and r.logo_id = logo.id and r.approved_at is not null)) order by logo.name, logo.id`,
        sql`logo join stored_file picture on picture.organisation_id = logo.organisation_id and picture.id = logo.file_id
          where logo.organisation_id = ${scope.organisationId}`,
      )} as logos,
      ${listOf(
        sql`json_build_object('id', g.id, 'name', g.name, 'place', g.place, 'methodId', g.method_id, 'logoId', g.logo_id, 'text', g.text, 'nameForm', g.name_form,
          'fontName', g.font_name, 'threadColourId', g.thread_colour_id, 'letterMm', g.letter_mm, 'isMandatory', g.is_mandatory, 'productId', g.product_id,
          'collectionId', g.collection_id, 'priceMinor', g.price_minor, 'setupMinor', g.setup_minor, 'createdAt', g.created_at)
          order by g.product_id nulls last, g.collection_id nulls last, g.id`,
        sql`garment_design g where g.organisation_id = ${scope.organisationId} and g.archived_at is null`,
      )} as designs,
      ${listOf(
        sql`r.proof_key`,
        sql`proof_request r where r.organisation_id = ${scope.organisationId} and r.approved_at is not null
          and (r.logo_id is not null or r.garment_design_id is not null)`,
      )} as "approvedKeys",
      ${listOf(
        sql`json_build_object('id', p.id, 'isEnabled', p.customisation_enabled, 'isRequired', p.customisation_required, 'garmentType', p.garment_type,
          'drawings', ${withDrawings ? drawings : sql`'[]'::json`}, 'positions', coalesce((
            select json_agg(json_build_object('id', d.id, 'place', d.place, 'name', d.name, 'side', d.side, 'xCm', d.x_cm, 'yCm', d.y_cm, 'widthCm', d.width_cm,
              'heightCm', d.height_cm, 'letterMm', d.letter_mm, 'measuredFrom', d.measured_from, 'methodIds', pp.method_ids) order by d.display_order, d.id)
            from product_position pp join decoration_position d on d.id = pp.position_id where pp.product_id = p.id), '[]'))`,
        sql`unnest(${[...new Set(productIds)]}::bigint[]) as wanted (id)
          join product_listing l on l.organisation_id = ${scope.organisationId} and l.product_id = wanted.id
          join product p on p.id = l.product_id where ${visibleTo(scope, 'l')}`,
      )} as products,
      coalesce(${savedDesigns(scope, sql`c.id = any (${[...savedIds]}::bigint[])`)}, '[]') as saved`.execute(db);
  return found.rows[0] as DesignOptions;
}

/** Whether product `p` of listing `l` can be personalised in the currency of the organisation, as a condition. */
export const isCustomisable: RawBuilder<boolean> = sql<boolean>`(p.customisation_enabled and exists (
  select from product_position pp
  join decoration_method m on m.id = any (pp.method_ids) and m.active
  join organisation own on own.id = l.organisation_id
  join decoration_price price on price.method_id = m.id and price.currency_code = own.currency_code
  where pp.product_id = p.id))`;
