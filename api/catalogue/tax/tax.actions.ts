import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { conflict, HttpError, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { readCatalogueSettings } from '../prices/catalogue-prices.queries.ts';
import type { PriceCommand } from '../prices/client-prices.actions.ts';
import { parseDays } from '../prices/price-days.rules.ts';
import {
  deleteTaxRate,
  findTaxRate,
  insertTaxRate,
  listTaxCountries,
  listTaxedOrganisations,
  listTaxRates,
  lockTaxCountry,
  lockTaxedOrganisation,
  updateTaxCountry,
  writeTodaysTaxRates,
} from './tax.queries.ts';
import { explainTaxRefusal, toTaxSettings } from './tax.rules.ts';

type Reply = ReplyOf<'GET /api/operator/tax'>;

/** Tax rates, and which of them clients of the operator's brands pay. */
export async function readTaxSettings(db: Db | Tx, operator: OperatorScope, clock: Clock): Promise<Reply> {
  const [{ timeZone }, rates, organisations, countries] = await Promise.all([
    readCatalogueSettings(db),
    listTaxRates(db, operator),
    listTaxedOrganisations(db, operator),
    listTaxCountries(db),
  ]);
  return { taxSettings: toTaxSettings(rates, organisations, countries, getLocalDay(clock.now(), timeZone)) };
}

/** Locks the rates of a country. Throws 404, and 403 `countryCode` where clients of other brands pay by them. */
async function lockRates({ tx, operator }: PriceCommand, countryCode: string): Promise<void> {
  const foreign = await lockTaxCountry(tx, operator, countryCode);
  if (foreign === undefined) throw notFound('country');
  const refusal = explainTaxRefusal(foreign);
  if (refusal) throw new HttpError(403, { countryCode: [refusal] });
}

const record = (
  { tx, operator, requestId }: PriceCommand,
  event: { action: string; subjectId: string; before?: object; after?: object },
  subject: { organisationId: number | null; brandId: number | null } = { organisationId: null, brandId: null },
) =>
  recordOperatorAuditEvent(tx, operator, subject, {
    ...{ action: event.action, subjectId: event.subjectId, requestId },
    ...(event.before && { before: { ...event.before } }),
    ...(event.after && { after: { ...event.after } }),
  });

/** Adds a rate, which applies at once where its first day is today. Throws 403, 404, 409 and 422. */
export async function addTaxRate(
  command: PriceCommand,
  { countryCode, taxClass, percent, ...body }: BodyOf<'POST /api/operator/tax/rates'>,
): Promise<Reply> {
  const { tx, operator, clock } = command;
  await lockRates(command, countryCode);
  const { timeZone } = await readCatalogueSettings(tx);
  const days = parseDays(body, getLocalDay(clock.now(), timeZone), 'rate');
  const rate = { countryCode, taxClass, rate: Math.round(percent * 100) / 10_000, ...days };
  const id = await insertTaxRate(tx, rate);
  if (id === undefined) throw conflict('startsOn', 'Another rate of this class begins on the same day. Choose another day.');
  await writeTodaysTaxRates(tx, clock.now());
  await record(command, { action: 'tax.rate-added', subjectId: String(id), after: rate });
  return readTaxSettings(tx, operator, clock);
}

/** Deletes a rate that has not begun. Throws 403, 404 and 409. */
export async function removeTaxRate(command: PriceCommand, id: number): Promise<Reply> {
  const { tx, operator, clock } = command;
  const rate = await findTaxRate(tx, id);
  if (!rate) throw notFound('taxRate');
  await lockRates(command, rate.countryCode);
  const { timeZone } = await readCatalogueSettings(tx);
  if (rate.startsOn <= getLocalDay(clock.now(), timeZone))
    throw conflict('taxRate', 'This rate has begun. Add another rate to change it.');
  await deleteTaxRate(tx, id);
  await record(command, { action: 'tax.rate-deleted', subjectId: String(id), before: rate });
  return readTaxSettings(tx, operator, clock);
}

/** Sets the country whose rates a client pays from now on. Throws 404. */
export async function setTaxCountry(
  command: PriceCommand,
  id: number,
  { countryCode }: BodyOf<'PUT /api/operator/organisations/:id/tax'>,
): Promise<Reply> {
  const { tx, operator, clock } = command;
  if (countryCode !== null && (await lockTaxCountry(tx, operator, countryCode)) === undefined) throw notFound('country');
  const organisation = await lockTaxedOrganisation(tx, operator, id);
  if (!organisation) throw notFound('organisation');
  if (organisation.countryCode !== countryCode) {
    await updateTaxCountry(tx, id, countryCode);
    await writeTodaysTaxRates(tx, clock.now());
    await record(
      command,
      {
        action: 'tax.country-changed',
        subjectId: String(id),
        before: { countryCode: organisation.countryCode },
        after: { countryCode },
      },
      { organisationId: id, brandId: organisation.brandId },
    );
  }
  return readTaxSettings(tx, operator, clock);
}
