import { slug } from '#web/app/paths.ts';
import type { Attribute, Combination } from '../catalogue-types.ts';
import type { AttributeSelection } from './attribute-selection.ts';

/** Parameter names that are used for other purposes. */
/** Names a combination with all its values, for links from where only its id is known. */
const COMBINATION = 'combination';
const RESERVED = ['view', 'product', 'keyword', 'category', 'filters', 'sort', 'page', 'limit', COMBINATION];

/** Parameter name of each attribute: its role (`colour`) if unique, otherwise its own name or id. */
export function getAttributeParamNames(attributes: readonly Attribute[]): Map<number, string> {
  const names = new Map<number, string>();
  const used = new Set(RESERVED);
  for (const attribute of attributes) {
    const candidates = [attribute.role, slug(attribute.productAttributeName), `choice-${attribute.id}`];
    const name = candidates.find((one) => one && !used.has(one)) ?? `choice-${attribute.id}`;
    used.add(name);
    names.set(attribute.id, name);
  }
  return names;
}

/** A value in the URL: `hi-vis-yellow`; its id if the name is empty or not unique there. */
export function toParamValue(attribute: Attribute, valueId: number): string {
  const value = attribute.attributeValues.find((one) => one.id === valueId);
  const name = slug(value?.name ?? '');
  const isOnly = attribute.attributeValues.filter((one) => slug(one.name) === name).length === 1;
  return name !== '' && isOnly ? name : String(valueId);
}

/** A colour of a listed product in the URL, as `toParamValue` writes it in the parameter `colour`. */
export const toColourParam = ({ id, name }: { id: number; name: string }): string => slug(name) || String(id);

/** The selection of the combination that the URL names by its id; nothing for one that the garment does not have. */
export function parseCombination(combinations: readonly Combination[], address: URLSearchParams): AttributeSelection {
  const id = Number(address.get(COMBINATION));
  const named = combinations.find((combination) => combination.id === id);
  return Object.fromEntries(named?.attributes.map((attribute) => [attribute.id, attribute.valueId]) ?? []);
}

/** Reads the selection from the URL. Values that the product does not have are ignored. */
export function parseSelection(attributes: readonly Attribute[], address: URLSearchParams): AttributeSelection {
  const selection: Record<number, number> = {};
  for (const [attributeId, name] of getAttributeParamNames(attributes)) {
    const written = address.get(name);
    const attribute = attributes.find((one) => one.id === attributeId);
    const value = attribute?.attributeValues.find((one) => written === toParamValue(attribute, one.id));
    if (value) selection[attributeId] = value.id;
  }
  return selection;
}

/** The URL parameters with a selection; other parameters are kept. */
export function updateSelectionSearchParams(
  attributes: readonly Attribute[],
  address: URLSearchParams,
  selection: AttributeSelection,
): URLSearchParams {
  const written = new URLSearchParams(address);
  written.delete(COMBINATION);
  for (const [attributeId, name] of getAttributeParamNames(attributes)) {
    const attribute = attributes.find((one) => one.id === attributeId);
    const valueId = selection[attributeId];
    if (attribute && valueId !== undefined) written.set(name, toParamValue(attribute, valueId));
    else written.delete(name);
  }
  return written;
}
