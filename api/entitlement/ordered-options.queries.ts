import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** An option of which a person has ordered pieces in a season. */
export interface OrderedOption {
  name: string;
  /** Null in an organisation without seasons. */
  seasonName: string | null;
  /** Ordered and not cancelled or sent back. */
  pieces: number;
}

/** Those of the options of which a person has pieces ordered in a season that has not ended, in the order of their names. */
export async function listOrderedOptions(
  tx: Tx,
  scope: Scope,
  customerId: number,
  optionIds: readonly number[],
): Promise<OrderedOption[]> {
  if (optionIds.length === 0) return [];
  const found = await sql<OrderedOption>`
    select o.name, s.name as "seasonName", sum(a.reserved + a.used)::int as pieces
    from entitlement_account a
    join super_group_option o on o.organisation_id = a.organisation_id and o.id = a.super_group_option_id
    join organisation t on t.id = a.organisation_id
    left join season s on s.organisation_id = a.organisation_id and s.id = a.season_id
    where a.organisation_id = ${scope.organisationId} and a.customer_id = ${customerId} and a.super_group_option_id = any (${[...optionIds]}::bigint[])
      and a.unit = 'pieces' and a.reserved + a.used > 0 and (a.ends_on is null or a.ends_on >= (now() at time zone t.time_zone)::date)
    group by o.id, o.name, s.id, s.name order by o.name, s.name`.execute(tx);
  return found.rows;
}
