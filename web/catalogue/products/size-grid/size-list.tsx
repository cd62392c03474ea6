import { Text } from '@mantine/core';
import { memo, useEffect, useState } from 'react';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import { QuantityInput } from '#web/ui/forms/quantity-input.tsx';
import { isColour, listValueStates } from '../choosing/attribute-selection.ts';
import { ChoiceGroup } from '../choosing/choice-group.tsx';
import { getQuantityError } from '../price.ts';
import { CellNotice } from '../stock-notices/cell-notice.tsx';
import type { GridCell } from './grid-model.ts';
import type { GridParts } from './grid-parts.ts';
import { useInvalidText, useQuantity, useQuantityEntries, useQuantityError } from './quantity-store.ts';
import css from './size-list.module.css';

/** The sizes of one colour at a time, in a list for phones, which are too narrow for the table. */
export function SizeList({ garment, grid, quantities, goTo, marked, colourId: proposed }: GridParts) {
  const colours = garment.attributes.find(isColour);
  const [chosenId, setColourId] = useState<number>();
  const colourId = chosenId ?? proposed ?? grid.rows.find((row) => row.cells.some((cell) => cell && cell.stock > 0))?.colour?.id;
  const [focusId, setFocusId] = useState<number>();
  const rows = grid.rows.filter((row) => row.colour?.id === colourId);
  const typed = useQuantityEntries(quantities);

  useEffect(() => {
    goTo.current = (position) => {
      setColourId(grid.rows[position.row]?.colour?.id);
      setFocusId(grid.rows[position.row]?.cells[position.column]?.combination.id);
    };
  });
  useEffect(() => {
    if (focusId === undefined) return;
    document.querySelector<HTMLElement>(`[data-combination="${focusId}"] input`)?.focus();
    setFocusId(undefined);
  }, [focusId]);

  const quantityOf = (valueId: number) =>
    grid.rows
      .filter((row) => row.colour?.id === valueId)
      .flatMap((row) => row.cells)
      .reduce((sum, cell) => sum + (cell ? (typed.get(cell.combination.id) ?? 0) : 0), 0);

  const filled = colours?.attributeValues.filter((value) => value.id !== colourId && quantityOf(value.id) > 0) ?? [];
  return (
    <>
      {colours && (
        <ChoiceGroup
          attribute={colours}
          states={listValueStates(colours, garment.combinations, {}).map((state) => ({ ...state, disabled: false }))}
          chosen={colourId}
          onChoose={setColourId}
        />
      )}
      {filled.length > 0 && (
        <Text c="dimmed" className="figures">
          Also entered: {filled.map((value) => `${value.name} ${formatNumber(quantityOf(value.id))}`).join(', ')}
        </Text>
      )}
      {rows.map((row) => (
        <section key={row.key} aria-label={row.otherValues || undefined}>
          {row.otherValues && <h3 className={css.fit}>{row.otherValues}</h3>}
          <ul className={css.sizes}>
            {row.cells.map(
              (cell, column) =>
                cell && (
                  <SizeLine
                    key={cell.combination.id}
                    cell={cell}
                    name={grid.columns[column]?.name ?? ''}
                    mark={grid.columns[column]?.id === marked?.sizeId ? marked?.word : undefined}
                    garment={garment}
                    quantities={quantities}
                  />
                ),
            )}
          </ul>
        </section>
      ))}
    </>
  );
}

type LineProps = Pick<GridParts, 'garment' | 'quantities'> & {
  cell: GridCell;
  name: string;
  mark: 'advised' | 'kept' | undefined;
};

/** One size with its stock and quantity. */
const SizeLine = memo(function SizeLine({ cell, name, mark, garment, quantities }: LineProps) {
  const { id } = cell.combination;
  const quantity = useQuantity(quantities, id);
  const error = useQuantityError(quantities, id);
  const problem = getQuantityError(garment.limits, cell.stock, quantity) ?? error;
  const words = /^[\d,]+$/.test(cell.stockLabel) ? `${cell.stockLabel} in stock` : cell.stockLabel;
  return (
    <li className={css.line} data-combination={id} data-wrong={problem ? true : undefined}>
      <span>
        <strong className={css.size} data-advised={mark !== undefined || undefined}>
          {name}
          {mark && <VisuallyHidden>, {mark} size</VisuallyHidden>}
        </strong>
        <span className={`${css.words} figures`}>{problem ?? words}</span>
        {cell.stock <= 0 && <CellNotice combination={cell.combination} label={cell.label} isWide />}
      </span>
      <QuantityInput
        label={`Quantity of ${cell.label || name}`}
        value={quantity}
        disabled={cell.stock <= 0}
        onChange={(value) => quantities.set([[id, value]])}
        invalidText={useInvalidText(quantities, id)}
        onInvalidText={(text) => quantities.type(id, text)}
      />
    </li>
  );
});
