import { toMinorUnits } from '#api/catalogue/pricing/minor-units.ts';
import type { PaymentOptionValues, ShippingOptionValues } from '#api/ordering/checkout/checkout-options.queries.ts';
import type { BrandChanges } from '#api/organisation/brands/brands.queries.ts';
import type { OrganisationChanges } from '#api/organisation/settings/organisations.queries.ts';
import { parseOrigin } from './origin.ts';
import type { Setup } from './setup-schema.ts';

type Fields<Columns> = Partial<Record<keyof Columns, string>>;

/** How the file calls the columns of a brand. */
export const BRAND_FIELDS: Fields<BrandChanges> = {
  name: 'theme',
  company_name: 'company',
  canonical_origin: 'url',
  legal_name: 'invoicing.legalName',
  legal_address: 'invoicing.address',
  vat_number: 'invoicing.vatNumber',
  company_number: 'invoicing.companyNumber',
  document_prefix: 'invoicing.numberPrefix',
  payment_term_days: 'invoicing.paymentDays',
  bank_name: 'invoicing.bankName',
  bank_iban: 'invoicing.iban',
  bank_bic: 'invoicing.bic',
  return_address: 'returnAddress',
  help_email: 'helpEmail',
  help_phone: 'helpPhone',
  help_text: 'helpText',
  terms_url: 'termsUrl',
  privacy_url: 'privacyUrl',
};

const trim = (text: string | undefined) => text?.trim();
const trimAll = (lines: readonly string[] | undefined) => lines?.map((line) => line.trim());

/** The columns of a brand that a file states; those that it does not state are undefined. */
export function toBrandColumns({ invoicing, ...brand }: Setup['brand']) {
  return {
    name: brand.theme,
    company_name: brand.company.trim(),
    canonical_origin: parseOrigin(brand.url) ?? brand.url,
    legal_name: trim(invoicing?.legalName),
    legal_address: trimAll(invoicing?.address),
    vat_number: trim(invoicing?.vatNumber),
    company_number: trim(invoicing?.companyNumber),
    document_prefix: invoicing?.numberPrefix,
    payment_term_days: invoicing?.paymentDays,
    bank_name: trim(invoicing?.bankName),
    bank_iban: trim(invoicing?.iban),
    bank_bic: trim(invoicing?.bic),
    return_address: trimAll(brand.returnAddress),
    help_email: trim(brand.helpEmail),
    help_phone: trim(brand.helpPhone),
    help_text: trim(brand.helpText),
    terms_url: trim(brand.termsUrl),
    privacy_url: trim(brand.privacyUrl),
  } satisfies BrandChanges;
}

/** How the file calls the columns of an organisation. */
export const ORGANISATION_FIELDS: Fields<OrganisationChanges> = {
  name: 'name',
  currency_code: 'currency',
  tax_rate: 'taxPercent',
  tax_display_type: 'pricesIncludeTax',
  vat_number: 'vatNumber',
  invoice_email: 'invoiceEmail',
  invoice_mode: 'invoices',
  payment_term_days: 'paymentDays',
  credit_limit_minor: 'creditLimit',
  po_number_required: 'poNumberRequired',
  wearers_see_prices: 'wearersSeePrices',
  keeps_own_prices: 'keepsOwnPrices',
  allow_opt_out: 'allowOptOut',
  return_days: 'returnDays',
};

const TAX_INCLUDED = 0;
const TAX_EXCLUDED = 10;

/** The columns of an organisation that a file states and the supplier alone changes; those that it does not state are undefined. */
export function toOrganisationColumns(organisation: Setup['organisation']) {
  const { taxPercent, pricesIncludeTax, creditLimit } = organisation;
  return {
    name: organisation.name.trim(),
    currency_code: organisation.currency,
    tax_rate: taxPercent === undefined ? undefined : Math.round(taxPercent * 100) / 10_000,
    tax_display_type: pricesIncludeTax === undefined ? undefined : pricesIncludeTax ? TAX_INCLUDED : TAX_EXCLUDED,
    vat_number: trim(organisation.vatNumber),
    invoice_email: trim(organisation.invoiceEmail),
    invoice_mode: organisation.invoices,
    payment_term_days: organisation.paymentDays,
    credit_limit_minor: creditLimit === undefined ? undefined : toMinorUnits(creditLimit, 'creditLimit'),
    po_number_required: organisation.poNumberRequired,
    wearers_see_prices: organisation.wearersSeePrices,
    keeps_own_prices: organisation.keepsOwnPrices,
    allow_opt_out: organisation.allowOptOut,
    return_days: organisation.returnDays,
  } satisfies OrganisationChanges;
}

type FileShippingOption = NonNullable<Setup['shippingOptions']>[number];
type FilePaymentOption = NonNullable<Setup['paymentOptions']>[number];

/** What an organisation offers whose file names no shipping option. */
export const DEFAULT_SHIPPING: FileShippingOption[] = [{ name: 'Standard delivery', price: 0 }];
export const DEFAULT_PAYMENT: FilePaymentOption[] = [{ method: 'onAccount' }];

/** Where and when it is collected; nothing where it is sent. */
function toPlace({ kind, collectFrom, openingHours }: FileShippingOption) {
  if (kind === undefined) return {};
  if (kind === 'sent') return { collect_from: null, opening_hours: null };
  return { collect_from: trim(collectFrom) ?? null, opening_hours: trim(openingHours) ?? null };
}

/** The row of a shipping option; `countryIds` are the ids of its countries. How the warehouse deals with it stays as it is where the file does not say. */
export const toShippingOption = (option: FileShippingOption, countryIds: number[], order: number): ShippingOptionValues => ({
  name: option.name.trim(),
  description: trim(option.description) ?? null,
  rate_minor: toMinorUnits(option.price, 'price'),
  free_from_minor: option.freeFrom === undefined ? null : toMinorUnits(option.freeFrom, 'freeFrom'),
  transit_days: option.days ?? null,
  country_ids: countryIds,
  display_order: order,
  active: true,
  ...(option.kind && { kind: option.kind }),
  ...toPlace(option),
  ...(option.cutOff && { cut_off: `${option.cutOff}:00` }),
});

/** The key of a payment option. */
export const toSystemName = ({ method }: Pick<FilePaymentOption, 'method'>): string =>
  method === 'card' ? 'Payments.Card' : 'Payments.OnAccount';

const ROLE_IDS = { Admin: 33, Staff: 34, Buyer: 35, Sales: 36 };

/** The row of a payment option. The organisation's orders are paid by card only by roles that the file names. */
export const toPaymentOption = (option: FilePaymentOption, order: number): PaymentOptionValues => {
  const isCard = option.method === 'card';
  return {
    system_name: toSystemName(option),
    name: trim(option.name) ?? (isCard ? 'Card' : 'On account'),
    description: trim(option.description) ?? null,
    fee_minor: toMinorUnits(option.fee ?? 0, 'fee'),
    role_ids: (option.roles ?? []).map((role) => ROLE_IDS[role]),
    display_order: order,
    active: true,
    for_organisation: !isCard || option.roles !== undefined,
    for_own_part: option.ownPart ?? false,
  };
};
