import { Fragment, type ReactNode, useEffect, useId, useState } from 'react';
import { SizeAdvice } from '../../sizing/size-advice.tsx';
import { advisedLeg, advisedSize, useAdvice } from '../../sizing/use-advice.ts';
import { formatMoney } from '../../ui/format.ts';
import { AddButton } from '../add-button.tsx';
import { useAddToCart } from '../add-to-cart.ts';
import { usePriceTerms, whyNotForSale } from '../buying-words.ts';
import type { Garment } from '../catalogue-types.ts';
import { ChoiceGroup } from '../choosing/choice-group.tsx';
import { hasSizes, missingChoices, valueStates } from '../choosing/choices.ts';
import type { useSelection } from '../choosing/use-selection.ts';
import { addMoney, leastQuantity, quantityProblem, unitPrice } from '../price.ts';
import { orderable } from '../stock-words.ts';
import css from './one-size.module.css';
import { QuantityField } from './quantity-field.tsx';
import { StockLine } from './stock-line.tsx';

interface Props {
  garment: Garment;
  selection: ReturnType<typeof useSelection>;
  /** Beside the choice of the size: the way to the size guide. */
  besideSize?: ReactNode;
}

/** Choosing one colour, size and fit, and putting some of it into the cart. */
export function OneSize({ garment, selection: { selection, choose, combination }, besideSize }: Props) {
  const { currencyCode } = usePriceTerms();
  const { attributes, combinations, limits } = garment;
  const [quantity, setQuantity] = useState(leastQuantity(limits));
  const add = useAddToCart(garment, 'product');
  const reasonId = useId();
  const advice = useAdvice(garment.id, hasSizes(garment));
  const missing = missingChoices(attributes, selection);
  const stock = combination ? orderable(combination) : Number.POSITIVE_INFINITY;
  const price = unitPrice(garment, combination, quantity);
  const why =
    whyNotForSale(garment) ??
    (missing.length > 0 ? `Choose ${missing.map((name) => `a ${name}`).join(' and ')} first.` : undefined) ??
    (combination ? quantityProblem(limits, stock, quantity) : 'This choice is not made.');

  // What was refused was refused for another size or quantity.
  const { reset } = add;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what the refusal was about
  useEffect(() => reset(), [combination?.id, quantity, reset]);

  return (
    <div className={css.choices}>
      {attributes.map((attribute) => (
        <Fragment key={attribute.id}>
          <ChoiceGroup
            attribute={attribute}
            states={valueStates(attribute, combinations, selection)}
            chosen={selection[attribute.id]}
            advised={attribute.role === 'size' ? advisedSize(advice) : advisedLeg(advice)}
            onChoose={(valueId) => choose([valueId])}
            beside={attribute.role === 'size' ? besideSize : undefined}
          />
          {attribute.role === 'size' && (
            <SizeAdvice
              state={advice}
              order={attribute.attributeValues.map(({ id }) => id)}
              chosen={Object.values(selection)}
              onTake={choose}
            />
          )}
        </Fragment>
      ))}
      {combination && <StockLine combination={combination} />}
      <div className={css.order}>
        {!whyNotForSale(garment) && (
          <QuantityField
            limits={limits}
            stock={stock}
            value={quantity}
            onChange={setQuantity}
            label={`Quantity of ${garment.name}`}
          />
        )}
        <AddButton
          className={css.add}
          why={why}
          whyId={reasonId}
          loading={add.isPending}
          onClick={() => combination && add.mutate([{ combination, quantity }])}
        >
          Add to cart
          {price !== null && quantity > 1 && !why && (
            <span className="figures"> · {formatMoney(addMoney([price * quantity]), currencyCode)}</span>
          )}
        </AddButton>
      </div>
      {(why || add.isError) && (
        <p id={reasonId} className={add.isError ? css.refused : css.why}>
          {add.isError ? add.error.message : why}
        </p>
      )}
    </div>
  );
}
