import { formatNumber } from '#web/ui/format/format.ts';
import type { Combination, OrderableGarment } from '../catalogue-types.ts';
import { formatShortDate, getMaxOrderable } from '../stock-labels.ts';
import { isColour } from './attribute-selection.ts';

/** Why stock does not suffice: "S in Black is out of stock until 26 Dec." or "Only 2 of S in Black are in stock." */
export function describeShortage({ attributes }: Pick<OrderableGarment, 'attributes'>, combination: Combination): string {
  const isChosen = ({ id }: { id: number }) => combination.attributes.some(({ valueId }) => valueId === id);
  const nameValues = (matches: (attribute: OrderableGarment['attributes'][number]) => boolean) =>
    attributes
      .filter(matches)
      .flatMap(({ attributeValues }) => attributeValues.find(isChosen)?.name ?? [])
      .join(' ');
  const [size, colour] = [nameValues((attribute) => !isColour(attribute)), nameValues(isColour)];
  const name = [size, colour].filter(Boolean).join(' in ') || 'This garment';
  const most = getMaxOrderable(combination);
  if (most > 0) return `Only ${formatNumber(most)} of ${name} ${most === 1 ? 'is' : 'are'} in stock.`;
  if (combination.stockStatus === 'Discontinued') return `${name} is discontinued.`;
  return `${name} is out of stock${combination.dueDateUtc ? ` until ${formatShortDate(combination.dueDateUtc)}` : ''}.`;
}
