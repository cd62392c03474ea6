import type { Attribute, AttributeValue, Combination } from '../catalogue-types.ts';
import { findAccentColour } from '../garment-sides.ts';
import { canOrder, formatDueStock, formatShortDate } from '../stock-labels.ts';

/** The values selected so far: attribute id → value id. */
export type AttributeSelection = Readonly<Record<number, number>>;

type Choice = readonly [attributeId: number, valueId: number];

const choicesOf = (selection: AttributeSelection, except?: number): Choice[] =>
  Object.entries(selection)
    .map(([attributeId, valueId]): Choice => [Number(attributeId), valueId])
    .filter(([attributeId]) => attributeId !== except);

const has = (combination: Combination, [attributeId, valueId]: Choice) =>
  combination.attributes.some((one) => one.id === attributeId && one.valueId === valueId);

/** The combination of a complete selection; undefined while a value is missing. */
export function findSelectedCombination(
  attributes: readonly Attribute[],
  combinations: readonly Combination[],
  selection: AttributeSelection,
): Combination | undefined {
  if (attributes.some((attribute) => selection[attribute.id] === undefined)) return undefined;
  const choices = choicesOf(selection);
  return combinations.find((combination) => choices.every((choice) => has(combination, choice)));
}

/**
 * What is still to be chosen: "Choose a size and a fit first." Where nothing of it can be chosen, as all sizes of a colour are out of stock, that is said instead.
 * Undefined once everything is chosen.
 */
export function describeMissingChoice(
  { attributes, combinations }: { attributes: readonly Attribute[]; combinations: readonly Combination[] },
  selection: AttributeSelection,
): string | undefined {
  const missing = attributes.filter(({ id }) => selection[id] === undefined);
  if (missing.length === 0) return undefined;
  const nameOf = ({ productAttributeName }: Attribute) => productAttributeName.toLowerCase();
  const closed = missing.find((attribute) =>
    listValueStates(attribute, combinations, selection).every(({ disabled }) => disabled),
  );
  if (closed) {
    const chosen = attributes.flatMap(
      ({ id, attributeValues }) => attributeValues.find((one) => one.id === selection[id])?.name ?? [],
    );
    return `No ${nameOf(closed)} can be ordered${chosen.length > 0 ? ` in ${chosen.join(', ')}` : ''} at the moment.`;
  }
  return `Choose ${missing.map((attribute) => `a ${nameOf(attribute)}`).join(' and ')} first.`;
}

/**
 * The initial selection: the only value of an attribute, values preselected by the server, and the first colour that can be
 * ordered, because a garment is always shown in a colour. Sizes are never preselected.
 */
export function getInitialSelection(attributes: readonly Attribute[], combinations: readonly Combination[]): AttributeSelection {
  const selection: Record<number, number> = {};
  for (const attribute of attributes) {
    const { attributeValues: values } = attribute;
    const marked = values.find((value) => value.isPreSelected);
    const orderable = values.find((value) => combinations.some((one) => canOrder(one) && has(one, [attribute.id, value.id])));
    const chosen = values.length === 1 ? values[0] : (marked ?? (isColour(attribute) ? (orderable ?? values[0]) : undefined));
    if (chosen) selection[attribute.id] = chosen.id;
  }
  return selection;
}

/** The values among these that can be ordered in the colour that is shown first, one of each attribute, with that colour where it is given. */
export function selectOrderable(
  attributes: readonly Attribute[],
  combinations: readonly Combination[],
  valueIds: readonly number[],
  colour?: { attributeId: number; valueId: number } | undefined,
): AttributeSelection {
  const initial = getInitialSelection(attributes, combinations);
  const selection: Record<number, number> = colour ? { [colour.attributeId]: colour.valueId } : {};
  for (const attribute of attributes) {
    const value = listValueStates(attribute, combinations, { ...initial, ...selection }).find(
      ({ value: { id }, disabled }) => !disabled && valueIds.includes(id),
    );
    if (value) selection[attribute.id] = value.value.id;
  }
  return selection;
}

/** The values of the attribute that are the sizes, the smallest first. */
export const listSizes = (attributes: readonly Attribute[]): readonly AttributeValue[] =>
  attributes.find(({ role }) => role === 'size')?.attributeValues ?? NO_SIZES;

const NO_SIZES: readonly AttributeValue[] = [];

export const isColour = (attribute: Pick<Attribute, 'role' | 'attributeControlTypeId'>) =>
  attribute.role === 'colour' || attribute.attributeControlTypeId === 40;

export interface ValueState {
  value: AttributeValue;
  disabled: boolean;
  /** Stock shown with the value: "3 left", "Out of stock · 30 due 4 Dec". */
  note: string;
  /** A shorter note that fits on a button: "3 left", "due 4 Dec". */
  shortNote: string;
  /** The accent colour of a garment in this colour. */
  accent: string | null;
}

/**
 * The state of each value of an attribute, given the other selected values. A colour's state ignores them, because selecting it
 * must not depend on the size selected for another colour.
 */
export function listValueStates(
  attribute: Attribute,
  combinations: readonly Combination[],
  selection: AttributeSelection,
): ValueState[] {
  const others = isColour(attribute) ? [] : choicesOf(selection, attribute.id);
  const byValue = new Map<number, Combination[]>();
  for (const combination of combinations) {
    const valueId = combination.attributes.find((one) => one.id === attribute.id)?.valueId;
    if (valueId === undefined || !others.every((choice) => has(combination, choice))) continue;
    const known = byValue.get(valueId);
    if (known) known.push(combination);
    else byValue.set(valueId, [combination]);
  }
  return attribute.attributeValues.map((value) => {
    const matching = byValue.get(value.id) ?? [];
    const orderable = matching.filter(canOrder);
    const accent = findAccentColour(matching[0]?.imageSrc ?? null);
    if (matching.length === 0) return { value, disabled: true, note: 'Not made', shortNote: 'not made', accent };
    if (orderable.length === 0) return { value, disabled: true, ...reasonOf(matching), accent };
    const [only] = matching;
    const note = matching.length === 1 && only ? noteOf(only) : '';
    return { value, disabled: false, note, shortNote: note, accent };
  });
}

function noteOf(combination: Combination): string {
  if (combination.stockStatus === 'LowStock')
    return combination.stockQuantity === null ? 'Few left' : `${combination.stockQuantity} left`;
  if (combination.stockStatus === 'Backorder') return formatDueStock(combination) || 'To order';
  return '';
}

function reasonOf(combinations: readonly Combination[]): Pick<ValueState, 'note' | 'shortNote'> {
  const waiting = combinations.filter((one) => one.stockStatus !== 'Discontinued');
  if (waiting.length === 0) return { note: 'Discontinued', shortNote: 'discontinued' };
  const [next] = waiting
    .filter((one) => one.dueDateUtc !== null)
    .sort((one, other) => String(one.dueDateUtc).localeCompare(String(other.dueDateUtc)));
  if (!next?.dueDateUtc) return { note: 'Out of stock', shortNote: 'out' };
  return { note: `Out of stock · ${formatDueStock(next)}`, shortNote: `due ${formatShortDate(next.dueDateUtc)}` };
}
