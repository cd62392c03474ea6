import { plural } from '#web/ui/format/format.ts';
import type { OrderableGarment } from '../catalogue-types.ts';
import type { AttributeSelection } from '../choosing/attribute-selection.ts';

/** What is chosen of a garment, in words: "Fellside fleece jacket, Teal, M · 6 pieces". */
export function describeChosen({ name, attributes }: OrderableGarment, selection: AttributeSelection, quantity: number): string {
  const values = attributes.flatMap(
    ({ id, attributeValues }) => attributeValues.find((value) => value.id === selection[id])?.name ?? [],
  );
  return `${[name, ...values].join(', ')} · ${plural(quantity, 'piece')}`;
}
