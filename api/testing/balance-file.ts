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
