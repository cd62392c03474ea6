import type { Attribute, AttributeValue, Combination, OrderableGarment } from '../catalogue-types.ts';
import { isColour } from '../choosing/attribute-selection.ts';
import { findAccentColour } from '../garment-sides.ts';
import { formatStockLabel, getMaxOrderable } from '../stock-labels.ts';

export interface GridCell {
  combination: Combination;
  /** Label of the field: "Navy, Regular, M". */
  label: string;
  /** The largest quantity that stock allows. */
  stock: number;
  /** Short description of the stock: "12", "Out of stock · 30 due 4 Dec". */
  stockLabel: string;
}

export interface GridRow {
  key: string;
  colour: AttributeValue | undefined;
  /** Second colour of the garment. */
  accent: string | null;
  /** The row's other values, such as the fit. */
  otherValues: string;
  /** In the order of the columns; undefined for combinations that are not made. */
  cells: (GridCell | undefined)[];
}

export interface Grid {
  /** Name of the attribute across the columns: "Size". */
  columnHeading: string;
  columns: { id: number; name: string }[];
  rows: GridRow[];
  /** Position of each combination, by id. */
  positions: ReadonlyMap<number, CellPosition>;
}

export interface CellPosition {
  row: number;
  column: number;
}

export const findCell = (grid: Grid, { row, column }: CellPosition): GridCell | undefined => grid.rows[row]?.cells[column];

const NO_ATTRIBUTE = { id: 0, name: 'Quantity' };

/**
 * Arranges the combinations of a garment in a grid: sizes across the columns, colours and fits down the rows, each in the order
 * of their values. Without sizes, the last attribute other than colour goes across; without attributes, there is a single field.
 */
export function createGrid({ attributes, combinations }: Pick<OrderableGarment, 'attributes' | 'combinations'>): Grid {
  const across = attributes.find((one) => one.role === 'size') ?? attributes.findLast((one) => !isColour(one));
  const down = attributes.filter((one) => one !== across).sort((one, other) => Number(isColour(other)) - Number(isColour(one)));
  const columns = across ? across.attributeValues.map(({ id, name }) => ({ id, name })) : [NO_ATTRIBUTE];
  const columnAt = new Map(columns.map(({ id }, index) => [id, index]));

  const found = new Map<string, { ranks: number[]; row: GridRow }>();
  for (const combination of combinations) {
    const values = down.map((attribute) => valueIn(combination, attribute));
    const column = columnAt.get(across ? (valueIn(combination, across)?.id ?? -1) : NO_ATTRIBUTE.id);
    if (column === undefined) continue;
    const key = values.map((value) => value?.id ?? 0).join('-');
    let entry = found.get(key);
    if (!entry) {
      const ranks = down.map((attribute, index) => attribute.attributeValues.findIndex((one) => one.id === values[index]?.id));
      entry = { ranks, row: { ...rowOf(key, down, values, columns.length), accent: findAccentColour(combination.imageSrc) } };
      found.set(key, entry);
    }
    entry.row.cells[column] = cellOf(combination);
  }

  const rows = [...found.values()].sort((one, other) => compareRanks(one.ranks, other.ranks)).map(({ row }) => row);
  const positions = new Map<number, CellPosition>();
  rows.forEach(({ cells }, row) => {
    cells.forEach((cell, column) => {
      if (cell) positions.set(cell.combination.id, { row, column });
    });
  });
  return { columnHeading: across?.productAttributeName ?? NO_ATTRIBUTE.name, columns, rows, positions };
}

function valueIn(combination: Combination, attribute: Attribute): AttributeValue | undefined {
  const valueId = combination.attributes.find((one) => one.id === attribute.id)?.valueId;
  return attribute.attributeValues.find((one) => one.id === valueId);
}

function rowOf(
  key: string,
  down: readonly Attribute[],
  values: readonly (AttributeValue | undefined)[],
  width: number,
): Omit<GridRow, 'accent'> {
  const colourIndex = down.findIndex(isColour);
  const rest = values.filter((value, index) => value && index !== colourIndex).map((value) => value?.name);
  return {
    key,
    colour: values[colourIndex],
    otherValues: rest.join(', '),
    cells: Array.from({ length: width }, () => undefined),
  };
}

const cellOf = (combination: Combination): GridCell => ({
  combination,
  label: combination.attributes.map(({ value }) => value).join(', ') || combination.attributeDescription,
  stock: getMaxOrderable(combination),
  stockLabel: formatStockLabel(combination),
});

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((rank, index) => rank !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
