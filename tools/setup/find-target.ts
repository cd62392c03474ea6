import { type BrandRow, listBrandHosts, lockBrands } from '#api/organisation/brands/brands.queries.ts';
import { findOrganisationOfPerson, listOrganisations } from '#api/organisation/settings/organisations.queries.ts';
import { isTimeZoneInDatabase } from '#api/organisation/settings/own-settings.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { listHosts } from './check-setup.ts';
import type { Problems } from './problems.ts';
import type { SetupOptions } from './setup-context.ts';
import type { Setup } from './setup-schema.ts';

/** What the installation has of a setup. */
export interface SetupTarget {
  /** Undefined: the brand is added. */
  brand: BrandRow | undefined;
  /** Its host names. */
  hosts: string[];
  hasOtherBrands: boolean;
  /** Undefined: the organisation is added. */
  organisationId: number | undefined;
}

const quote = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/**
 * Finds the brand and the organisation that a setup is about. A brand is recognised by its theme, otherwise by a host; an organisation by its name,
 * otherwise by its administrator. Anything that stands in the way is added to the problems.
 */
export async function findTarget(
  tx: Tx,
  { brand, organisation, administrator }: Setup,
  { adds }: Pick<SetupOptions, 'adds'>,
  problems: Problems,
): Promise<SetupTarget> {
  const brands = await lockBrands(tx);
  const hosts = await listBrandHosts(tx);
  const wanted = listHosts(brand);
  const owners = new Set(hosts.filter(({ host }) => wanted.includes(host)).map((row) => row.brand_id));
  const found = brands.find(({ name }) => name === brand.theme) ?? brands.find(({ id }) => owners.has(id));
  for (const owner of brands.filter(({ id }) => owners.has(id) && id !== found?.id))
    problems.add('brand.url', `A host of this brand belongs to the brand "${owner.company_name}" already.`);
  if (!found && brands.length > 0 && !adds)
    problems.add('brand', `The installation has the brand ${quote(brands.map((other) => other.company_name))} already. ${ADD}`);
  const timeZone = organisation.timeZone?.trim();
  if (timeZone !== undefined && !(await isTimeZoneInDatabase(tx, timeZone)))
    problems.add('organisation.timeZone', `The database knows no time zone "${timeZone}".`);
  return {
    brand: found,
    hosts: hosts.filter((row) => row.brand_id === found?.id).map(({ host }) => host),
    hasOtherBrands: brands.some(({ id }) => id !== found?.id),
    organisationId: found && (await findOrganisation(tx, found.id, organisation.name, administrator.email, adds, problems)),
  };
}

const ADD = 'To add another one, repeat the command with --add.';

async function findOrganisation(
  tx: Tx,
  brandId: number,
  name: string,
  administrator: string,
  adds: boolean,
  problems: Problems,
): Promise<number | undefined> {
  const organisations = await listOrganisations(tx);
  const sameName = organisations.find((other) => other.brand_id === brandId && isSameName(other.name, name));
  const ofAdministrator = await findOrganisationOfPerson(tx, brandId, administrator.trim());
  if (sameName && ofAdministrator !== undefined && ofAdministrator !== sameName.id)
    problems.add('administrator.email', 'Someone in another organisation of this brand has this email address.');
  const found = sameName?.id ?? ofAdministrator;
  if (found === undefined && organisations.length > 0 && !adds)
    problems.add(
      'organisation.name',
      `There is no organisation "${name}". The installation has ${quote(organisations.map((other) => other.name).slice(0, 5))}${organisations.length > 5 ? ', …' : ''}. ${ADD}`,
    );
  return found;
}

const isSameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
