import { saveCountries } from '#api/organisation/countries/countries.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { resolveAddresses } from './addresses.ts';
import { findTarget } from './find-target.ts';
import { parseOrigin } from './origin.ts';
import { Problems } from './problems.ts';
import { saveAdministrator } from './save-administrator.ts';
import { saveBrand } from './save-brand.ts';
import { saveOperator } from './save-operator.ts';
import { saveOptions } from './save-options.ts';
import { saveOrganisation } from './save-organisation.ts';
import { saveProducts } from './save-products.ts';
import { lockSetup } from './setup.queries.ts';
import type { SetupContext, SetupOptions, SetupReport } from './setup-context.ts';
import type { Setup } from './setup-schema.ts';

/**
 * Carries out a setup that `checkSetup` has accepted: adds what is missing, changes what the file states otherwise, and leaves all else as it is. Throws a
 * SetupError before anything is written, or for a product file of which nothing can be imported.
 */
export async function applySetup(tx: Tx, mails: MailDependencies, setup: Setup, options: SetupOptions): Promise<SetupReport> {
  await lockSetup(tx);
  await saveCountries(tx);
  const problems = new Problems();
  const target = await findTarget(tx, setup, options, problems);
  const addresses = await resolveAddresses(tx, setup, problems);
  problems.throwIfAny();
  if (!addresses) throw new Error('The addresses could not be read.');

  const report: SetupReport = { parts: [], links: [], products: [], organisationId: 0 };
  const context: SetupContext = { tx, mails, setup, options, report };
  const brandId = await saveBrand(context, target);
  await saveOperator(context, brandId);
  const organisation = await saveOrganisation(context, brandId, target.organisationId, addresses);
  const place = { organisationId: organisation.id, brandId };
  await saveOptions(context, place, addresses.shippingCountryIds);
  const origin = parseOrigin(setup.brand.url) ?? setup.brand.url;
  const named = { ...place, organisationName: setup.organisation.name.trim(), origin };
  await saveAdministrator(context, named, organisation.destinationId);
  await saveProducts(context, organisation.id);
  return report;
}
