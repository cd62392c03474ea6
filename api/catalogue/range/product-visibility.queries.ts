import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#api/platform/http/scope.ts';
import { canOrderForOthers, getAudience } from './audience.rules.ts';

/** The alias of `product_listing` in a statement. */
type Alias = 'l' | 'pl';

const allows = (alias: Alias, limit: string, place: string) =>
  `(${alias}.${limit} = '{}' or ${alias}.${limit} && ${place}::bigint[])`;

/**
 * Whether a person may see and buy the product of `product_listing l` (or `pl`). This is the only place that decides it; the
 * limits of a person come from `getAudience`.
 */
export const visibleTo = (scope: Scope, alias: Alias = 'l'): RawBuilder<boolean> =>
  sql`(${sql.join(
    getAudience(scope).limits.map(([limit, ids]) => {
      const [before = '', after = ''] = allows(alias, limit, '$').split('$');
      return sql`${sql.raw(before)}${[...ids]}${sql.raw(after)}`;
    }),
    sql` and `,
  )})`;

/**
 * Whether a person may order the product of `product_listing pl`: one that they may see, and, whatever its limits to business
 * areas, job roles and wardrobes, one that an open group of their own wardrobes lists.
 */
export const orderableBy = (scope: Scope): RawBuilder<boolean> =>
  canOrderForOthers(scope)
    ? visibleTo(scope, 'pl')
    : sql`(${visibleTo(scope, 'pl')} or (pl.role_ids = '{}' or pl.role_ids && ${[...scope.roleIds]}::bigint[])
        and exists (select from open_group(pl.organisation_id, ${scope.customerId}, pl.product_id)))`;

/** `visibleTo` written out for `l`, with parameters from the given number on. */
export function compileVisibleTo(scope: Scope, first: number): { text: string; parameters: number[][] } {
  const { limits } = getAudience(scope);
  return {
    text: limits.map(([limit], place) => allows('l', limit, `$${first + place}`)).join(' and '),
    parameters: limits.map(([, ids]) => [...ids]),
  };
}
