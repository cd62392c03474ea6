import { type ReactNode, useEffect, useId, useState } from 'react';
import { useProfile } from '#web/app/session/profile.ts';
import type { SizeHelpState } from '#web/sizing/kept-sizes/use-size-proposal.ts';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { findQuantityTextProblem } from '#web/ui/forms/quantity-text.ts';
import navigation from '#web/ui/layout/replaces-navigation.module.css';
import { findNamedPerson } from '../../customisation/named-person.ts';
import { PersonaliseChoice } from '../../customisation/personalise-choice.tsx';
import type { Personalising } from '../../customisation/use-personalising.ts';
import { AddButton } from '../add-button.tsx';
import { useAddToCart } from '../add-to-cart.ts';
import { AskForPrice } from '../ask-for-price.tsx';
import type { OrderableGarment } from '../catalogue-types.ts';
import { describeMissingChoice } from '../choosing/attribute-selection.ts';
import { GarmentChoices } from '../choosing/garment-choices.tsx';
import type { useAttributeSelection } from '../choosing/use-attribute-selection.ts';
import type { Wearer } from '../optimistic-cart.ts';
import { getMinQuantity, getQuantityError } from '../price.ts';
import { getNotForSaleReason, isOnRequest, usePriceTerms } from '../purchase-labels.ts';
import { OwnPart } from '../size-grid/own-part.tsx';
import { getMaxOrderable } from '../stock-labels.ts';
import { StockNoticesOfGarment } from '../stock-notices/stock-notices.tsx';
import { describeChosen } from './chosen-garment.ts';
import { listGarmentViews } from './garment-views.ts';
import { MadeToMeasureChoice } from './made-to-measure-choice.tsx';
import { ProductTerms } from './product-notices.tsx';
import { QuantityField } from './quantity-field.tsx';
import css from './single-size-order.module.css';
import { StockLine } from './stock-line.tsx';
import { useOrderPrice } from './use-order-price.ts';

interface Props {
  garment: OrderableGarment;
  selection: ReturnType<typeof useAttributeSelection>;
  help: SizeHelpState;
  personalising: Personalising;
  /** Shown next to the size: the link to the size guide. */
  besideSize?: ReactNode;
  /** Where the items were added, as recorded in the cart. */
  source?: 'product' | 'adhoc';
  /** For whom they are, where that is not whoever's cart it is. */
  wearer?: Wearer | undefined;
  onAdded?: (() => void) | undefined;
}

/** Selects colour, size and fit, and adds a quantity to the cart. */
export function SingleSizeOrder({
  garment,
  selection: chosen,
  help,
  personalising,
  besideSize,
  source = 'product',
  wearer,
  onAdded,
}: Props) {
  const { selection, combination } = chosen;
  const terms = usePriceTerms();
  const { limits } = garment;
  const [quantity, setQuantity] = useState(getMinQuantity(limits));
  const [invalidText, setInvalidText] = useState<string>();
  const textProblem = findQuantityTextProblem(invalidText ?? '');
  const add = useAddToCart(source);
  const reasonId = useId();
  const stock = combination ? getMaxOrderable(combination) : Number.POSITIVE_INFINITY;
  const { price, setUp, own } = useOrderPrice({ garment, combination, quantity, personalising, wearer });
  const profile = useProfile();
  const notForSale = getNotForSaleReason(garment);
  const canOrder = notForSale === undefined;
  const isQuoted = isOnRequest(garment);
  const why =
    notForSale ??
    (textProblem && `Quantity: ${textProblem.toLowerCase()}.`) ??
    describeMissingChoice(garment, selection) ??
    (combination ? getQuantityError(limits, stock, quantity) : 'This combination is not available.');

  // An error applies only to the size and quantity that were refused.
  const { reset } = add;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the error applies to these values
  useEffect(() => reset(), [combination?.id, quantity, reset]);

  const order = async (designs = personalising.designs) => {
    if (!combination) return;
    await add.mutateAsync({ additions: [{ garment, combination, quantity, designs }], wearer });
    personalising.choose([]);
    onAdded?.();
  };
  // What was refused is shown with the button, by `add.error`.
  const orderOrShow = () => void order().catch(() => {});

  return (
    <div className={css.choices}>
      <GarmentChoices garment={garment} selection={chosen} help={help} besideSize={besideSize} />
      {combination && <StockLine combination={combination} />}
      <StockNoticesOfGarment garment={garment} selection={selection} />
      <ProductTerms garment={garment} combination={combination} terms={terms} />
      <MadeToMeasureChoice garment={garment} wearer={wearer} />
      <PersonaliseChoice
        personalising={personalising}
        garment={{
          productId: garment.id,
          description: describeChosen(garment, selection, quantity),
          valueIds: Object.values(selection),
          pictureSrc: listGarmentViews(garment, selection)[0]?.src,
          pieces: quantity,
          person: findNamedPerson(profile, wearer?.name),
        }}
        add={
          why || !combination
            ? undefined
            : { label: `Add ${plural(quantity, 'personalised piece')}`, run: (designs) => order(designs) }
        }
      />
      <div className={`${css.order} ${navigation.bar}`} data-replaces-navigation>
        {(canOrder || isQuoted) && (
          <QuantityField
            limits={limits}
            stock={isQuoted ? Number.POSITIVE_INFINITY : stock}
            value={quantity}
            onChange={setQuantity}
            label={`Quantity of ${garment.name}`}
            invalidText={invalidText}
            onInvalidText={(text) => setInvalidText(text || undefined)}
          />
        )}
        {isQuoted ? (
          <AskForPrice productId={garment.id} combinationId={combination?.id} quantity={quantity} className={css.add} />
        ) : (
          <AddButton
            className={css.add}
            disabledReason={why}
            disabledReasonId={reasonId}
            loading={add.isPending}
            onClick={personalising.isMissing ? personalising.open : orderOrShow}
          >
            {personalising.isMissing ? 'Personalise' : 'Add to cart'}
            {wearer && ` for ${wearer.name}`}
            {price !== null && !why && <span className="figures"> · {formatMoney(price, terms.currencyCode)}</span>}
          </AddButton>
        )}
        {setUp > 0 && !why && !add.isError && (
          <p className={css.why}>{formatMoney(setUp, terms.currencyCode)} of it is for set-up, once per order.</p>
        )}
        {own.pieces > 0 && !why && !add.isError && (
          <p className={css.why} role="status">
            <OwnPart own={own} />
          </p>
        )}
        {!isQuoted && (why || add.isError) && (
          <p id={reasonId} className={add.isError ? css.refused : css.why}>
            {add.isError ? add.error.message : why}
          </p>
        )}
      </div>
    </div>
  );
}
