import type { ReplyOf } from '#contract/index.ts';
import type { ScanContext, ScanResult } from './scan.ts';
import { describeWrongSize, findWantedSize } from './wrong-size.ts';

/** A garment of the catalogue that a code names. */
export type ScannedGarment = ReplyOf<'GET /api/operator/packing/garments'>['garments'][number];

const nameGarment = ({ productName, size, attributeDescription }: ScannedGarment) =>
  [productName, size ?? attributeDescription].filter(Boolean).join(', ');

/** What a garment is that none of these orders has; undefined where the code names none. */
export function explainKnownGarment(
  garments: readonly ScannedGarment[],
  context: Pick<ScanContext, 'bags' | 'openBag' | 'state' | 'orders'>,
): ScanResult | undefined {
  const [garment, ...others] = garments;
  if (!garment) return undefined;
  for (const each of garments) {
    const wanted = findWantedSize(each, context);
    if (wanted) return { kind: 'wrongSize', bagKey: wanted.bag.key, message: describeWrongSize(each, wanted) };
  }
  if (others.length > 0)
    return {
      kind: 'wrongGarment',
      message: `Not added: no bag needs one of the garments with this code, ${garments.map(nameGarment).join(' and ')}.`,
    };
  const name = nameGarment(garment);
  const here = new Set(context.orders.map(({ id }) => id));
  const order = garment.orders.find(({ id }) => !here.has(id));
  if (order)
    return {
      kind: 'otherOrder',
      orderId: order.id,
      message: `Not added: no bag needs ${name}. Order ${order.id} of ${order.personName}, to ${order.destinationName}, waits for it.`,
    };
  const shelf = garment.shelf === null ? '' : `: put it back on shelf ${garment.shelf}`;
  return { kind: 'wrongGarment', message: `Not added: no bag needs ${name}${shelf}.` };
}
