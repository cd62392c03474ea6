import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { mayChange, toRemainingQuantities } from '#contract/ordering/remainder.ts';
import type { OrderableGarment } from '#web/catalogue/products/catalogue-types.ts';
import {
  type AttributeSelection,
  describeMissingChoice,
  findSelectedCombination,
  listValueStates,
} from '#web/catalogue/products/choosing/attribute-selection.ts';
import { ChoiceGroup } from '#web/catalogue/products/choosing/choice-group.tsx';
import { toOrderableGarment } from '#web/catalogue/products/garment.ts';
import { productQuery } from '#web/catalogue/products/product/product-query.ts';
import { SizeGuide } from '#web/catalogue/products/product/size-guide.tsx';
import { describeStock } from '#web/catalogue/products/stock-labels.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { plural } from '#web/ui/format/format.ts';
import { ChangeForm } from './change-form.tsx';
import { ChangedLine, describeQuantityRule, type Line } from './changed-line.tsx';
import css from './order-changes.module.css';
import { PiecesField } from './pieces-field.tsx';
import { type OrderChange, useOrderChange } from './use-order-change.ts';

interface Props {
  orderId: number;
  line: Line;
  onClose: () => void;
}

/** Gives pieces of a line another size or colour, after showing what that does. */
export function ChangeSizeForm({ line, ...rest }: Props) {
  const product = useQuery(productQuery(line.productId));
  const found = product.data?.products[0];
  const garment = useMemo(() => found && keepOrdered(toOrderableGarment(found), line.combinationId), [found, line.combinationId]);
  if (product.isPending) {
    return (
      <Loading label="Loading the sizes">
        <SkeletonBlock height={220} />
      </Loading>
    );
  }
  if (!garment) {
    return (
      <Stack gap={20}>
        <Notice tone="warning" role="alert">
          The sizes of this product cannot be shown at the moment. {product.error?.message}
        </Notice>
        <div className={css.actions}>
          <Button variant="default" onClick={rest.onClose}>
            Back
          </Button>
        </div>
      </Stack>
    );
  }
  return <ChooseSize garment={garment} line={line} {...rest} />;
}

/** The garment with the ordered size as available, whatever is left of it: its pieces are reserved for the order. */
const keepOrdered = (garment: OrderableGarment, orderedId: number): OrderableGarment => ({
  ...garment,
  combinations: garment.combinations.map((combination) =>
    combination.id === orderedId ? { ...combination, stockStatus: 'InStock', stockMessage: '', dueDateUtc: null } : combination,
  ),
});

/** The values of the size and colour that were ordered. */
const toSelection = ({ combinations }: OrderableGarment, orderedId: number): AttributeSelection =>
  Object.fromEntries((combinations.find(({ id }) => id === orderedId)?.attributes ?? []).map(({ id, valueId }) => [id, valueId]));

/** The largest number of pieces up to `max` that can be chosen. */
const findLargest = (max: number, allows: (pieces: number) => boolean) => {
  for (let pieces = max; pieces > 0; pieces--) if (allows(pieces)) return pieces;
  return max;
};

function ChooseSize({ garment, line, orderId, onClose }: Props & { garment: OrderableGarment }) {
  const { attributes, combinations } = garment;
  const [selection, setSelection] = useState(() => toSelection(garment, line.combinationId));
  const product = toRemainingQuantities(garment.limits);
  const allows = (pieces: number) => mayChange(pieces, { pending: line.cancellableQuantity, rest: line, product });
  const [quantity, setQuantity] = useState(() => findLargest(line.cancellableQuantity, allows));
  const [isInvalid, setInvalid] = useState(false);
  const combination = findSelectedCombination(attributes, combinations, selection);
  const missing = describeMissingChoice(garment, selection);
  const hint = isInvalid
    ? 'Enter a whole number of pieces.'
    : missing !== undefined
      ? missing
      : !combination
        ? 'This combination is not available. Choose another one.'
        : combination.id === line.combinationId
          ? 'Choose a different size or colour.'
          : undefined;
  const newId = combination?.id;
  const request = useMemo<OrderChange | undefined>(
    () =>
      hint === undefined && newId !== undefined
        ? { kind: 'changeSize', lineId: line.id, combinationId: newId, quantity }
        : undefined,
    [hint, newId, line.id, quantity],
  );
  const change = useOrderChange(orderId, request, onClose);
  const stock = request && combination && combination.stockStatus !== 'InStock' ? describeStock(combination) : '';
  return (
    <ChangeForm change={change} hint={hint} confirmLabel={`Change ${plural(quantity, 'piece')}`} onClose={onClose}>
      <ChangedLine line={line} />
      {attributes.map((attribute) => (
        <ChoiceGroup
          key={attribute.id}
          attribute={attribute}
          states={listValueStates(attribute, combinations, selection)}
          chosen={selection[attribute.id]}
          onChoose={(valueId) => {
            setSelection((before) => ({ ...before, [attribute.id]: valueId }));
            change.reset();
          }}
          beside={attribute.role === 'size' && garment.sizeGuideId !== null ? <SizeGuide id={garment.sizeGuideId} /> : undefined}
        />
      ))}
      {stock && (
        <Text size="sm" c="dimmed" className="figures">
          {stock}
        </Text>
      )}
      <PiecesField
        label="Pieces to change"
        value={quantity}
        max={line.cancellableQuantity}
        allows={allows}
        rule={describeQuantityRule(line)}
        onChange={(value) => {
          setQuantity(value);
          change.reset();
        }}
        onInvalid={setInvalid}
      />
    </ChangeForm>
  );
}
