import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#api/platform/http/scope.ts';
import type { DesignRow } from './design-options.rules.ts';
import { formatLogoAddress } from './logos/logo-address.rules.ts';

/** The proof key of a design of the organisation, or of a logo alone, as `createProofKey` makes it; null for a text of someone's own. */
export const proofKeyWithoutText = (d: RawBuilder<unknown>) => sql`case
  when ${d}.garment_design_id is not null then 'design:' || ${d}.garment_design_id
  when ${d}.text is null then 'logo:' || ${d}.logo_id || ':' || ${d}.method_id || ':' || ${d}.position_id end`;

/** The proof key of a design `d`, as `createProofKey` makes it. */
const proofKey = sql`case
  when d.garment_design_id is not null or d.text is null then ${proofKeyWithoutText(sql`d`)}
  else 'text:' || encode(sha256(convert_to(concat_ws(E'\\n', d.method_id, d.position_id, coalesce(d.logo_id::text, ''), coalesce(d.font_name, ''),
    coalesce(d.thread_colour_id::text, ''), d.text), 'UTF8')), 'hex') end`;

/** The address of the picture of a logo, of which `picture` is the stored file. */
export const logoAddress = sql`${formatLogoAddress('')}::text || picture.storage_key`;

/** Columns of a design `c` of someone, of which `g` is the organisation's. What the organisation has fixed is as it is today. */
const ownColumns = sql`c.position_id, coalesce(g.method_id, c.method_id) as method_id, case when g.id is null then c.logo_id else g.logo_id end as logo_id, c.text,
  case when g.id is null then c.font_name else g.font_name end as font_name,
  case when g.id is null then c.thread_colour_id else g.thread_colour_id end as thread_colour_id, c.garment_design_id, c.comments, c.created_at, false as is_mandatory`;

/**
 * The designs of a line in a cart as an array of `DesignRow`, null for none: its own, and those that its garment has by itself. The line counts in
 * wardrobe `collectionId`, and is for `wearerId`.
 */
export const designsOfLine = (
  scope: Scope,
  line: {
    id: RawBuilder<unknown>;
    productId: RawBuilder<unknown>;
    collectionId: RawBuilder<unknown>;
    wearerId: RawBuilder<unknown>;
  },
): RawBuilder<DesignRow[] | null> =>
  selectDesigns(
    scope,
    sql`
      select c.id, c.customisation_id, ${line.productId} as product_id, ${ownColumns}
      from cart_line_customisation c
      left join garment_design g on g.organisation_id = c.organisation_id and g.id = c.garment_design_id
      where c.organisation_id = ${scope.organisationId} and c.cart_line_id = ${line.id}
      union all
      select 0::bigint, null::bigint, ${line.productId}, m.position_id, m.method_id, m.logo_id, m.text, m.font_name, m.thread_colour_id, m.id, null::text,
        m.created_at, true
      from (${mandatoryDesigns({ ...line, organisationId: sql`${scope.organisationId}` })}) m`,
    { wearerId: line.wearerId },
  );

/**
 * The designs that an organisation requires on a product that counts in a wardrobe, as rows of `garment_design` with their position: one for a position,
 * one for the product before one for the wardrobe, and this before one for everything. Names are among them, as `listMandatory` has them.
 */
export const mandatoryDesigns = ({
  organisationId,
  productId,
  collectionId,
}: Readonly<Record<'organisationId' | 'productId' | 'collectionId', RawBuilder<unknown>>>): RawBuilder<unknown> => sql`
  select distinct on (p.id) p.id as position_id, g.*
  from garment_design g
  join decoration_position p on p.place = g.place
  join product_position pp on pp.position_id = p.id and pp.product_id = ${productId} and g.method_id = any (pp.method_ids)
  where g.organisation_id = ${organisationId} and g.archived_at is null and g.is_mandatory
    and (g.product_id is null or g.product_id = ${productId}) and (g.collection_id is null or g.collection_id = ${collectionId})
  order by p.id, g.product_id nulls last, g.collection_id nulls last, g.id`;

/** The saved designs of the person in scope that meet a condition about `c`, as `designsOfLine`, newest first. */
export const savedDesigns = (scope: Scope, condition: RawBuilder<unknown>): RawBuilder<DesignRow[] | null> =>
  selectDesigns(
    scope,
    sql`
      select c.id, c.id as customisation_id, c.product_id, ${ownColumns}
      from customisation c
      left join garment_design g on g.organisation_id = c.organisation_id and g.id = c.garment_design_id
      where c.organisation_id = ${scope.organisationId} and c.customer_id = ${scope.customerId} and ${condition}`,
    { order: sql`d.id desc` },
  );

/**
 * The designs of a line of a quote for a product, as `designsOfLine`: its own, and those that the garment has by itself in any wardrobe. Prices are those
 * of the organisation's currency. The line is for no one.
 */
export const designsOfQuoteItem = (
  organisation: DesignScope,
  { id, productId }: { id: RawBuilder<unknown>; productId: RawBuilder<unknown> },
): RawBuilder<DesignRow[] | null> =>
  selectDesigns(
    organisation,
    sql`
      select c.id, null::bigint as customisation_id, ${productId} as product_id, ${ownColumns}
      from quote_item_customisation c
      left join garment_design g on g.organisation_id = c.organisation_id and g.id = c.garment_design_id
      where c.organisation_id = ${organisation.organisationId} and c.quote_item_id = ${id}
      union all
      select 0::bigint, null::bigint, ${productId}, m.position_id, m.method_id, m.logo_id, m.text, m.font_name, m.thread_colour_id, m.id, null::text,
        m.created_at, true
      from (${mandatoryDesigns({ organisationId: sql`${organisation.organisationId}::bigint`, productId, collectionId: sql`null::bigint` })}) m`,
    {},
  );

/** Whose designs are read, and in which currency their prices are. */
type DesignScope = Pick<Scope, 'organisationId' | 'currencyCode'>;

/** Who wears a line with a required name. Looked up only where there is one. */
const wearerOf = (
  { organisationId }: DesignScope,
  wearerId: RawBuilder<unknown>,
) => sql`'wearer', case when d.is_mandatory and g.name_form is not null then (
      select json_build_object('firstName', w.first_name, 'lastName', w.last_name) from customer w
      where w.organisation_id = ${organisationId} and w.id = ${wearerId}) end,`;

/** Designs `source` in words, measures and prices. It runs once for each line of a cart, so every join is a look-up by key. */
const selectDesigns = (
  scope: DesignScope,
  source: RawBuilder<unknown>,
  {
    order = sql`d.is_mandatory desc, p.display_order, p.id`,
    wearerId,
  }: { order?: RawBuilder<unknown>; wearerId?: RawBuilder<unknown> },
): RawBuilder<DesignRow[] | null> => sql<DesignRow[] | null>`(
  select json_agg(json_build_object('id', d.id, 'customisationId', d.customisation_id, 'productId', d.product_id, 'name', coalesce(saved.name, g.name),
    'methodId', d.method_id, 'method', m.name, 'workingDays', m.working_days, 'smallestLetterMm', m.smallest_letter_mm,
    'longestText', m.longest_text, 'mostLines', m.most_lines, 'isMethodOffered', m.active and coalesce(d.method_id = any (pp.method_ids), false),
    'positionId', p.id, 'position', p.name, 'isPositionOffered', pp.position_id is not null and (g.id is null or g.place = p.place),
    'side', p.side, 'xCm', p.x_cm, 'yCm', p.y_cm, 'widthCm', p.width_cm, 'heightCm', p.height_cm, 'positionLetterMm', p.letter_mm, 'measuredFrom', p.measured_from,
    'logoId', d.logo_id, 'logoName', logo.name, 'logoFileId', logo.file_id, 'logoSrc', ${logoAddress}, 'isLogoOffered', d.logo_id is null or logo.archived_at is null,
    'text', d.text, 'fontName', d.font_name, 'threadColourId', t.id, 'threadColour', t.name, 'threadNumber', t.number, 'threadRgb', t.rgb,
    'isColourOffered', t.id is null or t.active,
    'garmentDesignId', d.garment_design_id, 'isDesignOffered', g.id is null or g.archived_at is null and (g.product_id is null or g.product_id = d.product_id),
    'nameForm', g.name_form, 'designLetterMm', g.letter_mm, 'isMandatory', d.is_mandatory,
    ${wearerId ? wearerOf(scope, wearerId) : sql``}
    'priceMinor', coalesce(g.price_minor, price.price_minor), 'setupMinor', case when g.id is null then price.setup_minor else g.setup_minor end,
    'comments', d.comments, 'createdAt', d.created_at,
    'isApproved', exists (select from proof_request r
      where r.organisation_id = ${scope.organisationId} and r.proof_key = ${proofKey} and r.approved_at is not null)) order by ${order})
  from (${source}) d
  join decoration_method m on m.id = d.method_id
  join decoration_position p on p.id = d.position_id
  left join product_position pp on pp.product_id = d.product_id and pp.position_id = d.position_id
  left join decoration_price price on price.method_id = d.method_id and price.currency_code = ${scope.currencyCode}
  left join logo on logo.organisation_id = ${scope.organisationId} and logo.id = d.logo_id
  left join stored_file picture on picture.organisation_id = ${scope.organisationId} and picture.id = logo.file_id
  left join thread_colour t on t.id = d.thread_colour_id
  left join garment_design g on g.organisation_id = ${scope.organisationId} and g.id = d.garment_design_id
  left join customisation saved on saved.organisation_id = ${scope.organisationId} and saved.id = d.customisation_id)`;
