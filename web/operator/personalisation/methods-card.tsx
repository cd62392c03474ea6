import { useState } from 'react';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { MethodForm } from './method-form.tsx';
import css from './personalisation.module.css';
import type { Decoration, Method } from './use-saved-decoration.ts';

/** What a method costs in each currency: "£3.50 a piece, set-up £12.00". */
const describePrices = ({ prices }: Method): string =>
  prices.length === 0
    ? 'No prices, so it cannot be ordered'
    : prices
        .map(
          ({ currencyCode, price, setupPrice }) =>
            `${formatMoney(price, currencyCode)} a piece, set-up ${formatMoney(setupPrice, currencyCode)}`,
        )
        .join(' · ');

const describeLimits = ({ workingDays, takesText, smallestLetterMm, longestText, lines }: Method): string =>
  [
    `adds ${plural(workingDays, 'working day')}`,
    ...(takesText
      ? [`letters from ${smallestLetterMm} mm`, `up to ${longestText} characters a line`, `up to ${plural(lines, 'line')}`]
      : []),
  ].join(' · ');

/** The methods, to change them. */
export function MethodsCard({ decoration }: { decoration: Decoration }) {
  const [editedId, setEditedId] = useState<number>();
  const edited = decoration.methods.find(({ id }) => id === editedId);
  const close = () => setEditedId(undefined);
  return (
    <Card title="Methods">
      <ul className={css.list} aria-label="Methods">
        {decoration.methods.map((method) => (
          <li key={method.id} className={css.row}>
            <div className={css.what}>
              <strong>{method.name}</strong> {!method.isActive && <StatusBadge tone="neutral">Switched off</StatusBadge>}
              <span className={css.quiet}>{describePrices(method)}</span>
              <span className={css.quiet}>{describeLimits(method)}</span>
            </div>
            {decoration.refusal === null && (
              <RowButton aria-label={`Edit ${method.name}`} aria-haspopup="dialog" onClick={() => setEditedId(method.id)}>
                Edit
              </RowButton>
            )}
          </li>
        ))}
      </ul>
      <Dialog opened={edited !== undefined} onClose={close} title={edited?.name ?? ''} closeLabel="Close method">
        {edited && <MethodForm key={edited.id} method={edited} currencies={decoration.currencies} onClose={close} />}
      </Dialog>
    </Card>
  );
}
