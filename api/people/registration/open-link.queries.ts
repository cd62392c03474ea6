import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { LinkTerms, RegistrationOption } from './registration.rules.ts';

declare const verified: unique symbol;

/**
 * An organisation that a person may join, and the link that allows it. Only the token of an open link, or the decision of an
 * administrator on a request, creates one.
 */
export interface RegistrationTarget {
  readonly [verified]: true;
  organisationId: number;
  organisationName: string;
  brandId: number;
  linkId: number;
  groupId: number | null;
  /** The link's active roles. */
  roleIds: readonly number[];
  currentSeasonId: number | undefined;
}

/** The columns that every `RegistrationTarget` needs, of the link `l` of organisation `o`. */
export const registrationTargetColumns = sql`
  l.id as link_id, l.organisation_id, o.name as organisation_name, l.organisation_group_id,
  array(select x.role_id from registration_link_role x join role r on r.id = x.role_id and r.active
    where x.organisation_id = l.organisation_id and x.link_id = l.id) as role_ids,
  (select s.id from season s where s.organisation_id = l.organisation_id and s.is_current) as current_season_id`;

export interface RegistrationTargetRow {
  link_id: number;
  organisation_id: number;
  organisation_name: string;
  organisation_group_id: number | null;
  role_ids: number[];
  current_season_id: number | null;
}

/** The target of a verified link of the brand, from `registrationTargetColumns`. */
export const toRegistrationTarget = (row: RegistrationTargetRow, brandId: number): RegistrationTarget => {
  const target: Omit<RegistrationTarget, typeof verified> = {
    organisationId: row.organisation_id,
    organisationName: row.organisation_name,
    brandId,
    linkId: row.link_id,
    groupId: row.organisation_group_id,
    roleIds: row.role_ids,
    currentSeasonId: row.current_season_id ?? undefined,
  };
  return target as RegistrationTarget;
};

interface RegistrationBranding {
  logoUrl: string | null;
  primaryColour: string | null;
  secondaryColour: string | null;
  tertiaryColour: string | null;
}

/** A link that can be used now, with the branding of its organisation. */
export interface OpenRegistrationLink extends RegistrationTarget {
  registrationType: 2 | 3;
  terms: LinkTerms;
  branding: RegistrationBranding;
}

interface Offer {
  /** The table of the link's own list. */
  choices: string;
  column: string;
  order: RawBuilder<unknown>;
  extraColumns?: RawBuilder<unknown>;
  /** The ids of an option `t`, and of its parent, by which a link can list it. */
  listedAs?: RawBuilder<unknown>;
  /** Condition that an option `t` can be chosen at all. */
  only?: RawBuilder<unknown>;
}

/** The options that the link `l` offers from a table: those it lists, or all of the organisation when it lists none. */
const offered = (
  table: string,
  { choices, column, order, extraColumns = sql``, listedAs = sql`(t.id)`, only = sql`true` }: Offer,
) => sql`
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name ${extraColumns}) order by ${order}), '[]')
   from ${sql.table(table)} t
   where t.organisation_id = l.organisation_id and ${only} and (
     not exists (select from ${sql.table(choices)} c where c.organisation_id = l.organisation_id and c.link_id = l.id)
     or exists (select from ${sql.table(choices)} c
                where c.organisation_id = l.organisation_id and c.link_id = l.id and c.${sql.ref(column)} in ${listedAs})))`;

const byDisplayOrder = sql`t.display_order, t.name`;
// The names of cuts start with the name of their wardrobe, so that they are sorted after it.
const byName = sql`t.name, t.id`;
const departments = sql`, 'departments',
  (select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name) order by d.display_order, d.name), '[]')
   from department d where d.organisation_id = t.organisation_id and d.resort_id = t.id)`;

const offeredResorts = offered('resort', {
  choices: 'registration_link_resort',
  column: 'resort_id',
  order: byDisplayOrder,
  extraColumns: departments,
});
const offeredBusinessAreas = offered('business_area', {
  choices: 'registration_link_business_area',
  column: 'business_area_id',
  order: byDisplayOrder,
});
/** Wardrobes that hold garments. A link that lists a wardrobe which only gathers others offers those. */
const offeredCollections = offered('collection', {
  choices: 'registration_link_collection',
  column: 'collection_id',
  order: byName,
  listedAs: sql`(t.id, t.parent_collection_id)`,
  only: sql`exists (
    select from collection_group g join collection_group_product p on p.organisation_id = g.organisation_id and p.collection_group_id = g.id
    where g.organisation_id = t.organisation_id and g.collection_id = t.id)`,
});

/**
 * The open link of a token on the hosts of a brand. Undefined when there is no such link, or when it has expired, was revoked or
 * belongs to another brand; the caller cannot tell these cases apart, and each takes the same single statement.
 */
export async function findOpenRegistrationLink(
  db: Db,
  brandId: number,
  tokenHash: Buffer,
): Promise<OpenRegistrationLink | undefined> {
  const found = await sql<
    RegistrationTargetRow & {
      registration_type: 2 | 3;
      asks_employee_number: boolean;
      asks_po_number: boolean;
      asks_gender: boolean;
      asks_resort: boolean;
      asks_business_area: boolean;
      asks_collection: boolean;
      resorts: LinkTerms['resorts'];
      business_areas: RegistrationOption[];
      collections: RegistrationOption[];
      logo_url: string | null;
      primary_colour: string | null;
      secondary_colour: string | null;
      tertiary_colour: string | null;
    }
  >`
    select l.registration_type, l.asks_employee_number, l.asks_po_number, l.asks_gender, l.asks_resort, l.asks_business_area, l.asks_collection,
      ${registrationTargetColumns}, o.logo_url, o.primary_colour, o.secondary_colour, o.tertiary_colour,
      case when l.asks_resort then ${offeredResorts} else '[]' end as resorts,
      case when l.asks_business_area then ${offeredBusinessAreas} else '[]' end as business_areas,
      case when l.asks_collection then ${offeredCollections} else '[]' end as collections
    from registration_link l join organisation o on o.id = l.organisation_id
    where l.token_hash = ${tokenHash} and o.brand_id = ${brandId} and l.revoked_at is null and l.expires_at > now()`.execute(db);
  const row = found.rows[0];
  if (!row) return undefined;
  return {
    ...toRegistrationTarget(row, brandId),
    registrationType: row.registration_type,
    terms: {
      asksEmployeeNumber: row.asks_employee_number,
      asksPoNumber: row.asks_po_number,
      asksGender: row.asks_gender,
      asksResort: row.asks_resort,
      asksBusinessArea: row.asks_business_area,
      asksCollection: row.asks_collection,
      resorts: row.resorts,
      businessAreas: row.business_areas,
      collections: row.collections,
    },
    branding: {
      logoUrl: row.logo_url,
      primaryColour: row.primary_colour,
      secondaryColour: row.secondary_colour,
      tertiaryColour: row.tertiary_colour,
    },
  };
}
