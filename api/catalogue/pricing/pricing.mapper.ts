import type { Scope } from '#api/platform/http/scope.ts';
import { getDisplayPrice, getProductTaxView, type TaxView, toMajorUnits } from './pricing.rules.ts';

/** How the person sees prices; `taxId` of a request overrides it for that request. */
export const getTaxView = (scope: Scope, taxId?: 0 | 10): TaxView => ({
  taxDisplayType: taxId ?? scope.taxDisplayType,
  taxRate: scope.taxRate,
});

/** A price as the API shows it to the person; null when there is none, or when it is on request. */
export function toWirePrice(
  minor: number | null,
  view: TaxView,
  product: { callForPrice: boolean; isTaxExempt: boolean },
): number | null {
  return minor === null || product.callForPrice ? null : toMajorUnits(getDisplayPrice(minor, getProductTaxView(view, product)));
}
