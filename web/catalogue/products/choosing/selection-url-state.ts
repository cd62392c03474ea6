import { slug } from '#web/app/paths.ts';
import type { Attribute } from '../catalogue-types.ts';
import type { AttributeSelection } from './attribute-selection.ts';

/** Names that other things in the address have. */
const taken = ['view', 'product', 'keyword', 'category', 'filters', 'page', 'limit'];

/** Name of each attribute in the address: its role, `colour`, where only one has it; its own name or id otherwise. */
export function getAttributeParamNames(attributes: readonly Attribute[]): Map<number, string> {
  const names = new Map<number, string>();
  const used = new Set(taken);
  for (const attribute of attributes) {
    const wanted = [attribute.role, slug(attribute.productAttributeName), `choice-${attribute.id}`];
    const name = wanted.find((one) => one && !used.has(one)) ?? `choice-${attribute.id}`;
    used.add(name);
    names.set(attribute.id, name);
  }
  return names;
}

/** A value as the address writes it: `hi-vis-yellow`; its id where the name is not fit for it or not the only one. */
export function toParamValue(attribute: Attribute, valueId: number): string {
  const value = attribute.attributeValues.find((one) => one.id === valueId);
  const name = slug(value?.name ?? '');
  const isOnly = attribute.attributeValues.filter((one) => slug(one.name) === name).length === 1;
  return name !== '' && isOnly ? name : String(valueId);
}

/** What the address says was chosen; values that the product does not have are passed over. */
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

/** The address with a selection in it; everything else in it stays. */
export function updateSelectionSearchParams(
  attributes: readonly Attribute[],
  address: URLSearchParams,
  selection: AttributeSelection,
): URLSearchParams {
  const written = new URLSearchParams(address);
  for (const [attributeId, name] of getAttributeParamNames(attributes)) {
    const attribute = attributes.find((one) => one.id === attributeId);
    const valueId = selection[attributeId];
    if (attribute && valueId !== undefined) written.set(name, toParamValue(attribute, valueId));
    else written.delete(name);
  }
  return written;
}
