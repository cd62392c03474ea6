import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { aWardrobe } from './builders.ts';

/** The headings of the template for opening balances, as a line of a file. */
export const BALANCE_HEADINGS = 'Employee number;Email;Wardrobe;Season;Group, product or Budget;Unit;Balance left';

/** A file of opening balances with these lines. */
export const aBalanceFile = (...lines: string[]) => [BALANCE_HEADINGS, ...lines].join('\n');

export interface BalanceLine {
  number?: string;
  email?: string;
  of?: string;
  season?: string;
  target?: string;
  unit?: string;
  balance?: string;
}

/** A line that gives someone two pieces of the group “Garments”, unless it says otherwise. */
export const aBalanceLine = ({
  number = '',
  email = '',
  of = '',
  season = '',
  target = 'Garments',
  unit = 'pieces',
  balance = '2',
}: BalanceLine) => [number, email, of, season, target, unit, balance].join(';');

/** Gives someone a wardrobe whose group “Garments” grants three pieces; with its name and that of its season. */
export async function aNamedWardrobe(
  db: Db,
  customerId: number,
  products: Parameters<typeof aWardrobe>[2],
  overrides?: Parameters<typeof aWardrobe>[3],
) {
  const made = await aWardrobe(db, customerId, products, overrides);
  const { rows } = await sql<{ name: string; season: string }>`
    select w.name, s.name as season from collection w join season s on s.id = w.season_id where w.id = ${made.collectionId}`.execute(
    db,
  );
  return { ...made, ...(rows[0] as { name: string; season: string }) };
}
