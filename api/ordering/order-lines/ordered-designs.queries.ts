import { type RawBuilder, sql } from 'kysely';
import type { ShownDesign } from '#api/catalogue/customisation/design.rules.ts';
import { formatLogoAddress } from '#api/catalogue/customisation/logos/logo-address.rules.ts';

/** A design of a line of an order, as it was ordered. */
export type OrderedDesign = Omit<ShownDesign, 'createdAt' | 'productId'> & { createdAt: string };

/** The designs of a line of an order, with its alias: an array of `OrderedDesign` as JSON, those that the organisation requires first. */
export const orderedDesigns = (line: string): RawBuilder<OrderedDesign[]> => sql<OrderedDesign[]>`(
  select coalesce(json_agg(json_build_object('id', k.id, 'customisationId', k.customisation_id, 'name', g.name, 'methodId', k.method_id, 'method', k.method,
    'positionId', k.position_id, 'position', k.position, 'side', k.side, 'xCm', k.x_cm, 'yCm', k.y_cm, 'widthCm', k.width_cm, 'heightCm', k.height_cm,
    'logoId', k.logo_id, 'logoName', k.logo_name, 'logoSrc', ${formatLogoAddress('')}::text || f.storage_key, 'text', k.text, 'fontName', k.font_name,
    'letterMm', k.letter_mm, 'threadColour', k.thread_colour, 'threadRgb', k.thread_rgb, 'garmentDesignId', k.garment_design_id, 'nameForm', g.name_form,
    'isMandatory', k.is_mandatory, 'comments', k.comments, 'priceMinor', k.price_minor, 'setupMinor', k.setup_minor,
    'isApproved', r.id is null or r.approved_at is not null, 'createdAt', k.created_at) order by k.is_mandatory desc, k.id), '[]')
  from order_line_customisation k
  left join garment_design g on g.organisation_id = k.organisation_id and g.id = k.garment_design_id
  left join stored_file f on f.organisation_id = k.organisation_id and f.id = k.logo_file_id
  left join proof_request r on r.organisation_id = k.organisation_id and r.id = k.proof_request_id
  where k.organisation_id = ${sql.ref(`${line}.organisation_id`)} and k.order_line_id = ${sql.ref(`${line}.id`)})`;
