import { Text } from '@mantine/core';
import { useState } from 'react';
import { mayRemain } from '#contract/ordering/remainder.ts';
import { LineDesigns } from '#web/catalogue/customisation/line-designs.tsx';
import { formatAmount } from '#web/entitlement/reasoning.ts';
import { WhySheet } from '#web/entitlement/why-sheet.tsx';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { formatDate, formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import { QuantityInput } from '#web/ui/forms/quantity-input.tsx';
import { findQuantityTextProblem } from '#web/ui/forms/quantity-text.ts';
import { QuotedPrice } from '../quoted-price.tsx';
import { type ApprovalCardData, type CardItem, getChoice, type LineChoice, type LineChoices } from './approval-choices.ts';
import css from './approvals.module.css';

interface Props {
  card: ApprovalCardData;
  choices: LineChoices;
  isBusy: boolean;
  /** Without a choice, the line is approved with all its pieces. */
  onChoose: (lineId: number, choice: LineChoice | undefined) => void;
}

/** The lines of the order, each with balance, what was last received, stock, cost and its decision. */
export function ApprovalLines({ card, choices, isBusy, onChoose }: Props) {
  const withCost = card.goodsValue !== null;
  const items = card.canDecide ? card.items.filter(({ quantity }) => quantity > 0) : card.items;
  if (items.some(({ decision }) => decision !== null)) return <DecidedLines items={items} currencyCode={card.currencyCode} />;
  return (
    <table className={css.lines}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Balance</th>
          <th scope="col">Received</th>
          <th scope="col">Stock</th>
          {withCost && <th scope="col">Cost</th>}
          {card.canDecide && <th scope="col">Decision</th>}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id} data-refused={getChoice(choices, item).action !== 'approve' || undefined}>
            <GarmentCell item={item} />
            <td data-label="Balance">
              <LineBalance item={item} currencyCode={card.currencyCode} />
            </td>
            <td data-label="Received">
              <Received item={item} />
            </td>
            <td data-label="Stock">{describeStock(item)}</td>
            {withCost && (
              <td data-label="Cost" className={css.amount}>
                {item.priceExclTax !== null && formatMoney(item.priceExclTax, card.currencyCode)}
              </td>
            )}
            {card.canDecide && (
              <td className={css.decision}>
                <LineDecision
                  item={item}
                  choice={choices.get(item.id)}
                  isBusy={isBusy}
                  onChoose={(choice) => onChoose(item.id, choice)}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const GarmentCell = ({ item }: { item: CardItem }) => (
  <th scope="row">
    <div className={css.item}>
      <Picture src={item.imageSrc} alt="" size={52} />
      <div>
        <strong>{item.productName}</strong>
        <Text span size="sm" c="dimmed">
          {[item.attributeDescription, plural(item.quantity, 'piece')].filter(Boolean).join(' · ')}
        </Text>
        {item.wearerName && (
          <Text span size="sm" c="dimmed">
            For {item.wearerName}
          </Text>
        )}
        <QuotedPrice line={item} />
        <LineDesigns designs={item.customisations} />
      </div>
    </div>
  </th>
);

/** "Approved", "2 of 3 approved", "Removed" or "Sent back". */
function describeDecided({ quantity, decision }: CardItem): string {
  if (decision === null) return 'Not decided';
  if (decision.action !== 'approve') return decision.action === 'amend' ? 'Sent back' : 'Removed';
  return decision.approved < quantity ? `${formatNumber(decision.approved)} of ${formatNumber(quantity)} approved` : 'Approved';
}

/** The lines of an order that has been decided, with what was decided. Balances and stock have changed since. */
function DecidedLines({ items, currencyCode }: { items: readonly CardItem[]; currencyCode: string }) {
  return (
    <table className={css.lines}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Decision</th>
          {items.some(({ priceExclTax }) => priceExclTax !== null) && <th scope="col">Cost</th>}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id} data-refused={item.decision?.action !== 'approve' || undefined}>
            <GarmentCell item={item} />
            <td data-label="Decision">{describeDecided(item)}</td>
            {item.priceExclTax !== null && (
              <td data-label="Cost" className={css.amount}>
                {formatMoney(item.priceExclTax, currencyCode)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LineBalance({ item, currencyCode }: { item: CardItem; currencyCode: string }) {
  const [isOpen, setOpen] = useState(false);
  const { balance, beyondQuantity } = item;
  if (!balance)
    return (
      <Text span size="sm" c="dimmed">
        Outside the wardrobe
      </Text>
    );
  const { owed, usedBefore, inOrder, left, unit } = balance;
  const format = (amount: number) => formatAmount(amount, unit, currencyCode);
  return (
    <>
      {beyondQuantity > 0 ? (
        <strong className={css.over}>{formatNumber(beyondQuantity)} over</strong>
      ) : (
        <strong>{left === null ? 'No limit' : `${format(left)} left after`}</strong>
      )}
      <Text span size="sm" c="dimmed">
        {owed !== null && `Allowance ${format(owed)} · `}
        {owed === null ? 'Used' : 'used'} {format(usedBefore)} · ordering {format(inOrder + beyondQuantity)}
      </Text>
      <button
        type="button"
        className={css.why}
        aria-haspopup="dialog"
        aria-label={`Why? The balance of ${balance.label}`}
        onClick={() => setOpen(true)}
      >
        Why?
      </button>
      <WhySheet
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={balance.label}
        reasonings={[balance.reasoning]}
        currencyCode={currencyCode}
        totalLabel="Left after this order"
      />
    </>
  );
}

function Received({ item: { received, productName } }: { item: CardItem }) {
  if (!received)
    return (
      <Text span size="sm" c="dimmed">
        Never
      </Text>
    );
  return (
    <>
      <span>{plural(received.quantity, 'piece')}</span>
      {received.productName !== productName && (
        <Text span size="sm" c="dimmed">
          {received.productName}
        </Text>
      )}
      <Text span size="sm" c="dimmed">
        {formatDate(received.onUtc)}
      </Text>
    </>
  );
}

/** "72 now", "1 now, more due 9 Dec 2026", "Due 9 Dec 2026" or "None". */
function describeStock({ quantity, stock: { available, nextDeliveryOn } }: CardItem): string {
  if (available === null) return 'Always available';
  if (available >= quantity) return `${formatNumber(available)} now`;
  const due = nextDeliveryOn && `due ${formatDate(nextDeliveryOn)}`;
  if (available > 0) return `${formatNumber(available)} now${due ? `, more ${due}` : ''}`;
  return nextDeliveryOn ? `Due ${formatDate(nextDeliveryOn)}` : 'None';
}

interface LineDecisionProps {
  item: CardItem;
  choice: LineChoice | undefined;
  isBusy: boolean;
  onChoose: (choice: LineChoice | undefined) => void;
}

/** The most pieces of a line that can be approved besides all; undefined when only all or none can. */
function findFewer(item: CardItem): number | undefined {
  for (let pieces = item.quantity - 1; pieces > 0; pieces--) if (mayRemain(item, pieces)) return pieces;
  return undefined;
}

/** Approve, fewer pieces, drop or send back, for one line. */
function LineDecision({ item, choice, isBusy, onChoose }: LineDecisionProps) {
  const { quantity, productName } = item;
  const fewer = choice?.action === 'approve' ? choice : undefined;
  const problem = findQuantityTextProblem(fewer?.invalidText ?? '');
  const allows = (pieces: number) => pieces === quantity || mayRemain(item, pieces);
  const oneFewer = findFewer(item);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row of buttons
    <div className={css.choices} role="group" aria-label={`Decision on ${productName}`}>
      <RowButton
        className={css.choice}
        aria-pressed={!choice || fewer?.quantity === quantity}
        disabled={isBusy}
        onClick={() => onChoose(undefined)}
      >
        Approve {formatNumber(quantity)}
      </RowButton>
      {fewer ? (
        <QuantityInput
          size="sm"
          label={`Approved pieces of ${productName}`}
          value={fewer.quantity}
          min={1}
          max={quantity}
          allows={allows}
          disabled={isBusy}
          invalidText={fewer.invalidText}
          onInvalidText={(invalidText) =>
            onChoose({ action: 'approve', quantity: fewer.quantity, ...(invalidText !== '' && { invalidText }) })
          }
          onChange={(next) => onChoose({ action: 'approve', quantity: next })}
        />
      ) : (
        oneFewer !== undefined && (
          <RowButton
            className={css.choice}
            aria-label={`Approve fewer of ${productName}`}
            disabled={isBusy}
            onClick={() => onChoose({ action: 'approve', quantity: oneFewer })}
          >
            Fewer
          </RowButton>
        )
      )}
      <RowButton
        className={css.choice}
        aria-pressed={choice?.action === 'reject'}
        disabled={isBusy}
        onClick={() => onChoose({ action: 'reject' })}
      >
        Remove
      </RowButton>
      <RowButton
        className={css.choice}
        aria-pressed={choice?.action === 'amend'}
        disabled={isBusy}
        onClick={() => onChoose({ action: 'amend' })}
      >
        Send back
      </RowButton>
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
