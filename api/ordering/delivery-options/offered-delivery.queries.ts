import { type RawBuilder, sql } from 'kysely';

/**
 * The shipping options that an organisation offers to people with some of these roles (a bigint array), for addresses in this country: its default first,
 * then in its display order and cheapest first. The first one applies to whoever chooses none.
 */
export const offeredDelivery = ({
  organisationId,
  roleIds,
  countryId,
}: Readonly<Record<'organisationId' | 'roleIds' | 'countryId', RawBuilder<unknown>>>) => sql`
    select offered.* from shipping_option offered
    where offered.organisation_id = ${organisationId} and offered.active and (offered.role_ids = '{}' or offered.role_ids && ${roleIds})
      and (offered.country_ids = '{}' or ${countryId} = any (offered.country_ids))
    order by offered.is_default desc, offered.display_order, offered.rate_minor, offered.id`;
