import type { ReplyOf } from '#contract/index.ts';
import { toWireValues } from '../structure/records.rules.ts';
import type { readOwnSettings } from './own-settings.queries.ts';
import { OWN_SETTINGS } from './own-settings.rules.ts';

type Reply = ReplyOf<'GET /api/organisations/ownsettings'>;

/** The settings as the call returns them. */
export function toOwnSettings(row: Awaited<ReturnType<typeof readOwnSettings>>): Reply {
  return {
    organisationSettings: {
      ...(toWireValues(OWN_SETTINGS, row.columns) as unknown as Omit<Reply['organisationSettings'], 'version'>),
      version: row.version,
    },
    supplierSettings: {
      name: row.name,
      currencyCode: row.currency_code,
      taxDisplayType: row.tax_display_type,
      keepsOwnPrices: row.keeps_own_prices,
      wearersSeePrices: row.wearers_see_prices,
      poNumberRequired: row.po_number_required,
      poNumberFromApprover: row.po_number_from_approver,
      allowOptOut: row.allow_opt_out,
      returnDays: row.return_days,
      customPasswordRule: row.custom_password_rule ? row.password_message : null,
      invoiceMode: row.invoice_mode,
      creditLimit: row.credit_limit_minor === null ? null : row.credit_limit_minor / 100,
      creditHold: row.credit_hold,
    },
    brandHelp: { helpEmail: row.brand_help_email, helpPhone: row.brand_help_phone, helpText: row.brand_help_text },
  };
}
