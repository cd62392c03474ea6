import { Button, Group, Text } from '@mantine/core';
import { useId } from 'react';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import type { Personalising } from '../../customisation/use-personalising.ts';
import { AddButton } from '../add-button.tsx';
import type { Wearer } from '../optimistic-cart.ts';
import type { GridParts } from './grid-parts.ts';
import css from './grid-summary.module.css';
import { NamesOfPieces } from './names/names-of-pieces.tsx';
import { OrderPrice } from './order-price.tsx';
import { OwnPart } from './own-part.tsx';
import type { GridProblem } from './totals.ts';
import { useGridOrder } from './use-grid-order.ts';

type Props = GridParts & {
  source: 'product' | 'adhoc';
  wearer?: Wearer | undefined;
  onAdded?: (() => void) | undefined;
  personalising?: Personalising | undefined;
};

/** The total of the quantities entered, problems with them, and the button that adds them to the cart. */
export function GridSummary({ source, wearer, onAdded, personalising, ...parts }: Props) {
  const { grid, quantities, goTo } = parts;
  const { entries, totals, price, setUp, own, problems, order, ordering, error } = useGridOrder(parts, {
    source,
    wearer,
    onAdded,
    personalising,
  });
  const reasonId = useId();
  const disabledReason =
    problems.length > 0
      ? `${plural(problems.length, 'field needs', 'fields need')} a different quantity first.`
      : totals.pieces === 0
        ? 'Enter a quantity in at least one field.'
        : undefined;

  const clear = () => {
    const before = [...quantities.snapshot()];
    quantities.clear();
    showSuccess(`${plural(totals.pieces, 'piece')} cleared`, { action: { label: 'Undo', run: () => quantities.set(before) } });
  };

  const show = ({ entry }: GridProblem) => {
    const position = grid.positions.get(entry.cell.combination.id);
    if (position) goTo.current?.(position);
  };

  return (
    <div className={css.summary}>
      <div className={css.words}>
        <Text role="status" size="lg" className="figures">
          <strong>{plural(totals.pieces, 'piece').replace(/^no/, 'No')}</strong>
          {totals.lines > 1 && ` in ${formatNumber(totals.lines)} sizes`}
          {totals.pieces > 0 && price !== null && (
            <>
              {' · '}
              <OrderPrice price={price} setUp={setUp} />
            </>
          )}
          {/* The server prices what is ordered for oneself. */}
          {totals.pieces > 0 && !wearer && <OwnPart own={own} />}
        </Text>
        {problems.length > 0 ? (
          <ul id={reasonId} className={css.problems} aria-label="Quantities to change">
            {problems.slice(0, 3).map((problem) => (
              <li key={problem.entry.cell.combination.id}>
                <button type="button" onClick={() => show(problem)}>
                  {problem.entry.cell.label || 'Quantity'}
                </button>
                : {problem.reason}
              </li>
            ))}
            {problems.length > 3 && <li>and {formatNumber(problems.length - 3)} more</li>}
          </ul>
        ) : (
          (error ?? disabledReason) && (
            <Text id={reasonId} c={error ? 'var(--mantine-color-error)' : 'dimmed'} className={css.reason}>
              {error?.message ?? disabledReason}
            </Text>
          )
        )}
      </div>
      <Group gap="xs" className={css.buttons}>
        {totals.pieces > 0 && (
          <Button variant="subtle" onClick={clear} disabled={ordering}>
            Clear
          </Button>
        )}
        {personalising?.options && totals.pieces > 0 && problems.length === 0 && (
          <NamesOfPieces
            garment={parts.garment}
            entries={entries}
            options={personalising.options}
            {...{ personalising, wearer, ordering, error }}
            onOrder={order}
          />
        )}
        <AddButton
          disabledReason={disabledReason}
          disabledReasonId={reasonId}
          loading={ordering}
          onClick={personalising?.isMissing ? personalising.open : () => order()}
        >
          {personalising?.isMissing && totals.pieces > 0
            ? 'Personalise'
            : totals.pieces > 0
              ? `Add ${plural(totals.pieces, 'piece')}${wearer ? ` for ${wearer.name}` : ''}`
              : 'Add to cart'}
        </AddButton>
      </Group>
    </div>
  );
}
