import { listOrganisations } from '#api/organisation/settings/organisations.queries.ts';
import type { Db } from '#api/platform/db/database.ts';

const MAX_LISTED = 10;

/**
 * Reads the value of `--organisation`; undefined if it is not given.
 *
 * @throws an error that says what it must be
 */
export function readOrganisationNumber(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new Error(`Give the organisation by its number, such as --organisation 1, not "${given}".`);
}

/**
 * The organisation of a number. Without a number, the only one that there is.
 *
 * @throws an error that lists the organisations if it is not clear which one is meant
 */
export async function chooseOrganisation(db: Db, given: number | undefined): Promise<number> {
  const organisations = await db.transaction().execute(listOrganisations);
  const chosen = given === undefined && organisations.length === 1 ? organisations[0]?.id : given;
  if (organisations.some(({ id }) => id === chosen)) return chosen as number;
  if (organisations.length === 0) throw new Error('There is no organisation in this database yet: npm run setup adds the first.');
  const listed = organisations.slice(0, MAX_LISTED).map(({ id, name }) => `${id} ${name}`);
  const which = `It has ${listed.join(', ')}${organisations.length > MAX_LISTED ? ', …' : ''}.`;
  throw new Error(
    given === undefined
      ? `Give the number of the organisation whose products these are: --organisation ${organisations[0]?.id}. ${which.replace('It', 'The database')}`
      : `There is no organisation ${given} in this database. ${which}`,
  );
}
