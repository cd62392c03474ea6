import type { FindSizeStock, SizeStock } from '#web/sizing/size-stock.ts';
import type { Attribute, AttributeValue, Combination, OrderableGarment } from '../catalogue-types.ts';
import { canOrder, formatShortDate, isAwaitable, isSoldOnline } from '../stock-labels.ts';
import { type AttributeSelection, getInitialSelection, isColour, listSizes } from './attribute-selection.ts';

const hasAll = ({ attributes }: Combination, valueIds: readonly number[]) =>
  valueIds.every((id) => attributes.some(({ valueId }) => valueId === id));

const isOrderable = (combinations: readonly Combination[], valueIds: readonly number[]) =>
  combinations.some((one) => canOrder(one) && hasAll(one, valueIds));

const inColour = (valueIds: readonly number[], colour: number | undefined) =>
  colour === undefined ? valueIds : [...valueIds, colour];

/**
 * The colour to begin with for someone who needs one of these sizes: the usual one, unless another has more of them. Undefined for a garment without colours.
 */
export function findColourFor(
  { attributes, combinations }: Pick<OrderableGarment, 'attributes' | 'combinations'>,
  sizes: readonly { valueIds: readonly number[] }[],
): { attributeId: number; valueId: number } | undefined {
  const colours = attributes.find(isColour);
  const usual = colours && getInitialSelection(attributes, combinations)[colours.id];
  if (!colours || usual === undefined) return undefined;
  const countOf = (id: number) => sizes.filter(({ valueIds }) => isOrderable(combinations, [...valueIds, id])).length;
  let best = usual;
  for (const { id } of colours.attributeValues) if (countOf(id) > countOf(best)) best = id;
  return { attributeId: colours.id, valueId: best };
}

/**
 * Whether sizes of a garment can be ordered in the colour that is selected, and what can be done where they cannot. Only colours that the person may order are
 * among its combinations.
 */
export function createSizeStock(garment: OrderableGarment, selection: AttributeSelection): FindSizeStock {
  const { attributes, combinations } = garment;
  const colours = attributes.find(isColour);
  const selected = colours && selection[colours.id];
  const usual = colours && getInitialSelection(attributes, combinations)[colours.id];
  return ({ sizeId, valueIds }) => {
    const isHere = isOrderable(combinations, inColour(valueIds, selected));
    const having = (colours?.attributeValues ?? []).filter(({ id }) => isOrderable(combinations, [...valueIds, id]));
    const isAnywhere = isHere || having.length > 0;
    // In its place another was selected, or would be.
    const lacking = !isAnywhere
      ? undefined
      : [selected, usual].find((id) => id !== undefined && having.every((other) => other.id !== id));
    const isMissing = !isAnywhere || (lacking !== undefined && selected !== undefined);
    return {
      isHere,
      missing: isMissing
        ? describeLack(
            garment,
            valueIds,
            colours?.attributeValues.find(({ id }) => id === lacking),
            colours,
          )
        : undefined,
      colours: selected === undefined ? [] : having.filter(({ id }) => id !== selected),
      neighbours: isAnywhere ? [] : listNeighbours(garment, sizeId, valueIds, selected),
    };
  };
}

/** Why a size cannot be ordered in a colour, or in any. */
function describeLack(
  garment: OrderableGarment,
  valueIds: readonly number[],
  colour: AttributeValue | undefined,
  colours: Attribute | undefined,
): NonNullable<SizeStock['missing']> {
  const matching = garment.combinations.filter((one) => hasAll(one, inColour(valueIds, colour?.id)));
  const waiting = matching.filter(({ stockStatus }) => stockStatus !== 'Discontinued');
  const [next] = waiting
    .filter(({ dueDateUtc }) => dueDateUtc !== null)
    .sort((one, other) => String(one.dueDateUtc).localeCompare(String(other.dueDateUtc)));
  // Of a garment in one colour, the colour says nothing.
  const names = colours && colours.attributeValues.length > 1 ? colours.attributeValues : [];
  const awaited = next ?? waiting[0];
  return {
    colour: names.find(({ id }) => id === colour?.id)?.name,
    reason: matching.length === 0 ? 'notMade' : waiting.length === 0 ? 'discontinued' : 'out',
    due: next?.dueDateUtc
      ? { day: formatShortDate(next.dueDateUtc), colour: colour ? undefined : names.find(({ id }) => hasAll(next, [id]))?.name }
      : undefined,
    awaitable:
      awaited && isAwaitable(awaited) && isSoldOnline(garment)
        ? { combinationId: awaited.id, name: awaited.attributes.map(({ value }) => value).join(', ') }
        : undefined,
  };
}

/** The sizes next to one that can be ordered with the same fit, in the selected colour or else in another. */
function listNeighbours(
  { attributes, combinations }: OrderableGarment,
  sizeId: number,
  valueIds: readonly number[],
  selected: number | undefined,
): SizeStock['neighbours'] {
  const sizes = listSizes(attributes);
  const colours = attributes.find(isColour)?.attributeValues ?? [];
  const place = sizes.findIndex(({ id }) => id === sizeId);
  const fits = valueIds.filter((id) => id !== sizeId);
  const fitNames = attributes.flatMap(({ attributeValues }) => attributeValues).filter(({ id }) => fits.includes(id));
  const beside = (is: 'smaller' | 'larger') => {
    const size = place < 0 ? undefined : sizes[is === 'smaller' ? place - 1 : place + 1];
    if (!size) return [];
    const wanted = [size.id, ...fits];
    const label = [size, ...fitNames].map(({ name }) => name).join(' ');
    if (isOrderable(combinations, inColour(wanted, selected))) return { sizeId: size.id, valueIds: wanted, label, is };
    const colour = colours.find(({ id }) => isOrderable(combinations, [...wanted, id]));
    return colour ? { sizeId: size.id, valueIds: [...wanted, colour.id], label: `${label} in ${colour.name}`, is } : [];
  };
  return [beside('smaller'), beside('larger')].flat();
}
