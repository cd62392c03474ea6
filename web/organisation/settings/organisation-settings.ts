import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { formatMoney, plural } from '#web/ui/format/format.ts';

export type OwnSettings = ReplyOf<'GET /api/organisations/ownsettings'>;

/** The settings of the organisation that its administrators may change, with those of the supplier. */
export const ownSettingsQuery = apiQuery('GET /api/organisations/ownsettings');

/** The values of the form. */
export interface SettingsValues {
  /** The address of the logo, `file:<id>` for an uploaded one that is not saved yet, or empty. */
  logo: string;
  primaryColour: string;
  secondaryColour: string;
  tertiaryColour: string;
  helpEmail: string;
  helpPhone: string;
  helpText: string;
  timeZone: string;
  passwordMinLength: string;
  leaverAccessDays: string;
  fullTimeHours: string;
  impersonationNotice: boolean;
  poNumberPattern: string;
  poNumberMessage: string;
}

export const SETTING_LABELS: Readonly<Record<keyof SettingsValues, string>> = {
  logo: 'Logo',
  primaryColour: 'Main colour',
  secondaryColour: 'Second colour',
  tertiaryColour: 'Third colour',
  helpEmail: 'Email for questions',
  helpPhone: 'Telephone for questions',
  helpText: 'Help text',
  timeZone: 'Time zone',
  passwordMinLength: 'Minimum password length',
  leaverAccessDays: 'Days that leavers can log in',
  fullTimeHours: 'Full-time hours per week',
  impersonationNotice: 'Email people when someone starts to order for them',
  poNumberPattern: 'PO number pattern',
  poNumberMessage: 'Message about a PO number that does not match',
};

export const toSettingsValues = ({ version: _, logoUrl, ...settings }: OwnSettings['organisationSettings']): SettingsValues => ({
  logo: logoUrl ?? '',
  primaryColour: settings.primaryColour ?? '',
  secondaryColour: settings.secondaryColour ?? '',
  tertiaryColour: settings.tertiaryColour ?? '',
  helpEmail: settings.helpEmail ?? '',
  helpPhone: settings.helpPhone ?? '',
  helpText: settings.helpText ?? '',
  timeZone: settings.timeZone,
  passwordMinLength: String(settings.passwordMinLength),
  leaverAccessDays: String(settings.leaverAccessDays),
  fullTimeHours: String(settings.fullTimeHours),
  impersonationNotice: settings.impersonationNotice,
  poNumberPattern: settings.poNumberPattern ?? '',
  poNumberMessage: settings.poNumberMessage ?? '',
});

const UPLOADED = /^file:(\d+)$/;

/** The value of the form for an uploaded logo. */
export const toLogoValue = (fileId: number): string => `file:${fileId}`;

type Update = BodyOf<'PUT /api/organisations/ownsettings'>;

/** The changed settings as the call takes them. */
export function toSettingsUpdate(values: SettingsValues, changed: readonly (keyof SettingsValues)[]): Update {
  const update: Record<string, unknown> = {};
  for (const name of changed) {
    const value = values[name];
    if (name === 'logo') {
      const uploaded = UPLOADED.exec(values.logo)?.[1];
      update.logoFileId = uploaded === undefined ? null : Number(uploaded);
    } else if (name === 'passwordMinLength' || name === 'leaverAccessDays') update[name] = Number(value);
    else if (name === 'fullTimeHours') update[name] = parseHours(values.fullTimeHours);
    else update[name] = value === '' ? null : value;
  }
  return update as Update;
}

/** Hours with a comma or a point. */
const parseHours = (text: string) => Number(text.trim().replace(',', '.'));

const isWholeNumber = (text: string) => /^\d{1,4}$/.test(text.trim());

/** What the form itself can tell; everything else the server checks. */
export function validateSettings(values: SettingsValues): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const name of ['primaryColour', 'secondaryColour', 'tertiaryColour'] as const)
    if (!/^(#[0-9a-f]{6})?$/i.test(values[name])) errors[name] = 'Enter a colour as # and six digits from 0 to 9 and A to F.';
  const length = Number(values.passwordMinLength);
  if (!isWholeNumber(values.passwordMinLength) || length < 8 || length > 64)
    errors.passwordMinLength = 'Enter a whole number from 8 to 64.';
  if (!isWholeNumber(values.leaverAccessDays) || Number(values.leaverAccessDays) > 3650)
    errors.leaverAccessDays = 'Enter a whole number of days from 0 to 3650.';
  const hours = parseHours(values.fullTimeHours);
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(values.fullTimeHours.trim()) || hours < 1 || hours > 168)
    errors.fullTimeHours = 'Enter hours from 1 to 168, with two decimals at most.';
  return errors;
}

/** A value of the form as text, for edit conflicts. */
export function formatSetting(name: keyof SettingsValues, value: SettingsValues[keyof SettingsValues]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name === 'logo') return value === '' ? 'no logo' : UPLOADED.test(value) ? 'the new logo' : 'another logo';
  return value;
}

/** The time zones to choose from, with the current one even if this browser does not know it. */
export const listTimeZones = (current: string): string[] =>
  [...new Set(['Europe/London', current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

/** What only the supplier may change, as labels and texts. */
export function listSupplierFacts(settings: OwnSettings['supplierSettings']): [label: string, value: string][] {
  return [
    ['Name', settings.name],
    ['Currency', settings.currencyCode],
    ['Prices shown', settings.taxDisplayType === 0 ? 'Including tax' : 'Excluding tax'],
    ['You set your own prices', yesOrNo(settings.keepsOwnPrices)],
    ['Wearers see prices', yesOrNo(settings.wearersSeePrices)],
    ['PO number', describePoNumber(settings)],
    ['Wearers may opt out', yesOrNo(settings.allowOptOut)],
    ['Returns', settings.returnDays === 0 ? 'Without a time limit' : `Within ${plural(settings.returnDays, 'day')} of delivery`],
    ['Password rule', settings.customPasswordRule ?? 'None'],
    ['Invoices', settings.invoiceMode === 'monthly' ? 'Monthly' : 'For each parcel'],
    ['Credit limit', settings.creditLimit === null ? 'None' : formatMoney(settings.creditLimit, settings.currencyCode)],
    ...(settings.creditHold ? [['Credit hold', 'New orders are not accepted at the moment'] as [string, string]] : []),
  ];
}

function describePoNumber({ poNumberRequired, poNumberFromApprover }: OwnSettings['supplierSettings']): string {
  if (poNumberFromApprover) return 'Required, from the approver';
  return poNumberRequired ? 'Required, from the person who orders' : 'Optional';
}
