import {
  insertInvoiceAddress,
  lockInvoiceAddress,
  updateInvoiceAddress,
} from '#api/identity/addresses/organisation-addresses.queries.ts';
import {
  insertDestination,
  insertFirstSeason,
  insertOrganisation,
  lockOrganisationRow,
  updateOrganisation,
} from '#api/organisation/settings/organisations.queries.ts';
import { insertResortAddress } from '#api/organisation/structure/resort-addresses.queries.ts';
import { recordSystemAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { ResolvedAddresses } from './addresses.ts';
import { describeChanges, findChanges, reportRow } from './changes.ts';
import { listHosts } from './check-setup.ts';
import { ORGANISATION_FIELDS, toOrganisationColumns } from './setup-columns.ts';
import type { SetupContext } from './setup-context.ts';
import { DEFAULT_TIME_ZONE } from './setup-schema.ts';

/** A season of twelve months that begins with the month of the day. */
export function createFirstSeason(today: string): { name: string; startsOn: string; endsOn: string } {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const isoDay = (moment: Date) => moment.toISOString().slice(0, 10);
  const ends = new Date(Date.UTC(year + 1, month - 1, 0));
  const name = ends.getUTCFullYear() === year ? `Season ${year}` : `Season ${year}/${String(year + 1).slice(2)}`;
  return { name, startsOn: isoDay(new Date(Date.UTC(year, month - 1, 1))), endsOn: isoDay(ends) };
}

/** An organisation that was added or found, and where its first administrator works; null when that is not known. */
export interface SavedOrganisation {
  id: number;
  destinationId: number | null;
}

/** Adds the organisation with what its administrators decide about from then on: time zone, destinations and season. */
async function addOrganisation(
  { tx, setup, report }: SetupContext,
  brandId: number,
  { invoice, destinations }: ResolvedAddresses,
): Promise<SavedOrganisation> {
  const { organisation, brand } = setup;
  const stated = toOrganisationColumns(organisation);
  const timeZone = organisation.timeZone?.trim() ?? DEFAULT_TIME_ZONE;
  const id = await insertOrganisation(tx, { ...stated, brand_id: brandId, host: listHosts(brand)[0], time_zone: timeZone });
  await insertInvoiceAddress(tx, id, invoice);
  const destinationIds: number[] = [];
  for (const [index, { name, address }] of destinations.entries()) {
    const destinationId = await insertDestination(tx, id, name, index + 1);
    await insertResortAddress(tx, { organisationId: id }, destinationId, address);
    destinationIds.push(destinationId);
  }
  const season = organisation.season ?? createFirstSeason(getLocalDay(Date.now(), timeZone));
  await insertFirstSeason(tx, id, season);
  await recordSystemAuditEvent(tx, {
    organisationId: id,
    brandId,
    action: 'organisation.added',
    subjectId: String(id),
    after: { ...toJson(stated), time_zone: timeZone, destinations: destinations.map(({ name }) => name), season: season.name },
  });
  report.parts.push({
    part: 'organisation',
    subject: stated.name,
    outcome: 'created',
    details: [`Destinations: ${destinations.map(({ name }) => name).join(', ')}. Season: ${season.name}.`],
  });
  return { id, destinationId: destinationIds[0] ?? null };
}

const toJson = (values: object): JsonObject => JSON.parse(JSON.stringify(values)) as JsonObject;

/** Changes what the file states of the organisation and the supplier alone decides about. */
async function changeOrganisation(
  { tx, setup, report }: SetupContext,
  brandId: number,
  id: number,
  { invoice }: ResolvedAddresses,
): Promise<SavedOrganisation> {
  const stated = toOrganisationColumns(setup.organisation);
  const before = await lockOrganisationRow(tx, id);
  const changes = findChanges(stated, before);
  if (Object.keys(changes).length > 0) await updateOrganisation(tx, id, changes);
  const address = await lockInvoiceAddress(tx, id);
  const addressChanges = findChanges({ ...invoice }, address?.values ?? {});
  const changesAddress = Object.keys(addressChanges).length > 0;
  if (!address) await insertInvoiceAddress(tx, id, invoice);
  else if (changesAddress) await updateInvoiceAddress(tx, id, address.id, invoice);
  const details = [
    ...describeChanges(changes, before, ORGANISATION_FIELDS),
    ...(changesAddress ? [`invoiceAddress: ${Object.keys(addressChanges).join(', ')}`] : []),
  ];
  const part = reportRow('organisation', stated.name, before, details);
  report.parts.push(part);
  // An address is personal data, so the audit log only says that it was changed.
  if (part.outcome === 'changed')
    await recordSystemAuditEvent(tx, {
      organisationId: id,
      brandId,
      action: 'organisation.changed',
      subjectId: String(id),
      after: { ...toJson(changes), ...(changesAddress ? { invoiceAddress: 'changed' } : {}) },
    });
  return { id, destinationId: null };
}

/** Adds the organisation, or changes the one that was found. */
export async function saveOrganisation(
  context: SetupContext,
  brandId: number,
  foundId: number | undefined,
  addresses: ResolvedAddresses,
): Promise<SavedOrganisation> {
  const saved =
    foundId === undefined
      ? await addOrganisation(context, brandId, addresses)
      : await changeOrganisation(context, brandId, foundId, addresses);
  context.report.organisationId = saved.id;
  return saved;
}
