import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#api/platform/http/scope.ts';
import { getAudience } from './audience.rules.ts';

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

/** `visibleTo` written out for `l`, with parameters from the given number on. */
export function compileVisibleTo(scope: Scope, first: number): { text: string; parameters: number[][] } {
  const { limits } = getAudience(scope);
  return {
    text: limits.map(([limit], place) => allows('l', limit, `$${first + place}`)).join(' and '),
    parameters: limits.map(([, ids]) => [...ids]),
  };
}
