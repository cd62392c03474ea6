import type { Scope } from '#api/platform/http/scope.ts';
import { type AppliedTaxClass, getDisplayPrice, getProductTaxView, type PriceView, toMajorUnits } from './pricing.rules.ts';

/** How the person sees prices; `taxId` of a request overrides it for that request. */
export const getPriceView = (scope: Scope, taxId?: 0 | 10): PriceView => ({
  taxDisplayType: taxId ?? scope.taxDisplayType,
  taxRate: scope.taxRate,
  taxRates: scope.taxRates,
  pricesVisible: scope.pricesVisible,
});

/** A price as the API shows it to the person; null when there is none, when it is on request, and when prices are hidden from the person. */
export function toWirePrice(
  minor: number | null,
  view: PriceView,
  product: { callForPrice: boolean; taxClass: AppliedTaxClass },
): number | null {
  return minor === null || product.callForPrice || !view.pricesVisible
    ? null
    : toMajorUnits(getDisplayPrice(minor, getProductTaxView(view, product)));
}
