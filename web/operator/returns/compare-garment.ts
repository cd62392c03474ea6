import type { ReplyOf } from '#contract/index.ts';
import type { OperatorReturn } from './return-outcomes.ts';

type ScannedGarment = ReplyOf<'GET /api/operator/packing/garments'>['garments'][number];

/** What is said about a piece that was scanned. */
export interface CheckAnswer {
  tone: 'success' | 'warning' | 'danger' | 'neutral';
  text: string;
}

const fold = (sku: string | null) => sku?.toLowerCase() ?? null;
const nameOf = ({ productName, attributeDescription }: Pick<OperatorReturn, 'productName' | 'attributeDescription'>) =>
  [productName, attributeDescription].filter(Boolean).join(', ');

/** Whether one of the garments with a code is that of a return, and otherwise what it is; undefined where no garment has the code. */
export function compareGarment(
  request: Pick<OperatorReturn, 'productId' | 'productName' | 'sku' | 'attributeDescription'>,
  garments: readonly ScannedGarment[],
): CheckAnswer | undefined {
  if (garments.some(({ sku }) => sku !== null && fold(sku) === fold(request.sku)))
    return { tone: 'success', text: `This is it: ${nameOf(request)}.` };
  const other = garments.find(({ productId }) => productId === request.productId) ?? garments[0];
  if (!other) return undefined;
  const isSameProduct = other.productId === request.productId && other.attributeDescription !== request.attributeDescription;
  return {
    tone: 'warning',
    text: isSameProduct
      ? `This is ${other.attributeDescription}. The return is of ${request.attributeDescription}.`
      : `This is ${nameOf(other)}. The return is of ${nameOf(request)}.`,
  };
}
