import {
  listPaymentOptions,
  listShippingOptions,
  savePaymentOption,
  saveShippingOption,
  withdrawShippingOptions,
} from '#api/ordering/checkout/checkout-options.queries.ts';
import { recordSystemAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { describeChanges, findChanges, type PartReport, reportRow } from './changes.ts';
import { DEFAULT_PAYMENT, DEFAULT_SHIPPING, toPaymentOption, toShippingOption, toSystemName } from './setup-columns.ts';
import type { SetupContext } from './setup-context.ts';

const SHIPPING_FIELDS = {
  description: 'description',
  rate_minor: 'price',
  free_from_minor: 'freeFrom',
  transit_days: 'days',
  kind: 'kind',
  cut_off: 'cutOff',
  collect_from: 'collectFrom',
  opening_hours: 'openingHours',
  country_ids: 'countries',
  display_order: 'position',
  active: 'offered',
};
const PAYMENT_FIELDS = {
  name: 'name',
  description: 'description',
  fee_minor: 'fee',
  active: 'offered',
  display_order: 'position',
  role_ids: 'roles',
  for_organisation: 'orders of the organisation',
  for_own_part: 'own part',
};

/**
 * Saves the shipping options of the file and withdraws all others. Without shipping options in the file, those of the organisation stay, and a new one
 * gets the default.
 */
async function saveShippingOptions(
  { tx, setup }: SetupContext,
  organisationId: number,
  countryIds: readonly number[][],
): Promise<PartReport[]> {
  const before = await listShippingOptions(tx, organisationId);
  const stated = setup.shippingOptions ?? (before.length === 0 ? DEFAULT_SHIPPING : undefined);
  if (!stated) return [];
  const options = stated.map((option, index) => toShippingOption(option, countryIds[index] ?? [], index + 1));
  const parts: PartReport[] = [];
  for (const option of options) {
    const stored = before.find(({ name }) => name === option.name);
    const changes = stored ? findChanges(option, stored) : {};
    if (!stored || Object.keys(changes).length > 0) await saveShippingOption(tx, organisationId, option);
    parts.push(reportRow('shipping option', option.name, stored, describeChanges(changes, stored ?? {}, SHIPPING_FIELDS)));
  }
  const others = before
    .filter(({ name, active }) => active && !options.some((option) => option.name === name))
    .map(({ name }) => name);
  if (others.length > 0) await withdrawShippingOptions(tx, organisationId, others);
  for (const name of others)
    parts.push({ part: 'shipping option', subject: name, outcome: 'changed', details: ['No longer offered.'] });
  return parts;
}

async function savePaymentOptions({ tx, setup }: SetupContext, organisationId: number): Promise<PartReport[]> {
  const before = await listPaymentOptions(tx, organisationId);
  const stated = setup.paymentOptions ?? (before.length === 0 ? DEFAULT_PAYMENT : []);
  const parts: PartReport[] = [];
  for (const [index, each] of stated.entries()) {
    const option = toPaymentOption(each, index + 1);
    const stored = before.find((other) => other.system_name === option.system_name);
    // Where the file names no roles, those who may use it stay.
    const saved = { ...option, role_ids: each.roles ? option.role_ids : (stored?.role_ids ?? []) };
    const changes = stored ? findChanges(saved, stored) : {};
    if (!stored || Object.keys(changes).length > 0) await savePaymentOption(tx, organisationId, saved);
    parts.push(reportRow('payment option', option.name, stored, describeChanges(changes, stored ?? {}, PAYMENT_FIELDS)));
  }
  if (!setup.paymentOptions) return parts;
  for (const other of before.filter(
    (each) => each.active && !stated.some((option) => toSystemName(option) === each.system_name),
  )) {
    const { id: _, organisation_id: _organisation, ...values } = other;
    await savePaymentOption(tx, organisationId, { ...values, active: false });
    parts.push({ part: 'payment option', subject: other.name, outcome: 'changed', details: ['No longer offered.'] });
  }
  return parts;
}

/** Saves how the organisation's orders are delivered and paid. */
export async function saveOptions(
  context: SetupContext,
  place: { organisationId: number; brandId: number },
  shippingCountryIds: readonly number[][],
): Promise<void> {
  const { tx, report } = context;
  const parts = [
    ...(await saveShippingOptions(context, place.organisationId, shippingCountryIds)),
    ...(await savePaymentOptions(context, place.organisationId)),
  ];
  report.parts.push(...parts);
  const saved = parts.filter(({ outcome }) => outcome !== 'unchanged');
  if (saved.length === 0) return;
  await recordSystemAuditEvent(tx, {
    ...place,
    action: 'organisation.options-changed',
    subjectId: String(place.organisationId),
    after: {
      options: saved.map(({ part, subject, outcome, details }) => [`${part} "${subject}" ${outcome}`, ...details].join('; ')),
    },
  });
}
