import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { FittingSizeNote, isSizeAsked, KeptSizeNote } from '#web/sizing/kept-sizes/size-help.tsx';
import { findMark, type SizeHelpState } from '#web/sizing/kept-sizes/use-size-proposal.ts';
import type { OrderableGarment } from '../catalogue-types.ts';
import { listSizes, listValueStates } from './attribute-selection.ts';
import { ChoiceGroup } from './choice-group.tsx';
import css from './garment-choices.module.css';
import { createSizeStock } from './size-stock.ts';
import type { useAttributeSelection } from './use-attribute-selection.ts';

interface Props {
  garment: OrderableGarment;
  selection: ReturnType<typeof useAttributeSelection>;
  help: SizeHelpState;
  /** Shown next to the size: the link to the size guide. */
  besideSize?: ReactNode;
  /** Below the sizes, where no one chooses their own. */
  insteadOfHelp?: ReactNode;
}

/** Colour, size and fit of a garment, with what helps to choose the size: what is asked above the sizes, what is said below them. */
export function GarmentChoices({ garment, selection: chosen, help, besideSize, insteadOfHelp }: Props) {
  const { selection } = chosen;
  const { attributes, combinations } = garment;
  const { groups, take } = useTakenSize(garment, chosen.choose);
  const findStock = useMemo(() => createSizeStock(garment, selection), [garment, selection]);
  const sized = {
    garmentId: garment.id,
    state: help,
    order: listSizes(attributes).map(({ id }) => id),
    chosen: Object.values(selection),
    findStock,
    onTake: take,
  };
  const isAsked = isSizeAsked(help);
  return (
    <div ref={groups} className={css.choices}>
      {attributes.map((attribute) => {
        const isSize = attribute.role === 'size';
        return (
          <Fragment key={attribute.id}>
            {isSize && !insteadOfHelp && isAsked && <KeptSizeNote {...sized} />}
            <ChoiceGroup
              attribute={attribute}
              states={listValueStates(attribute, combinations, selection)}
              chosen={selection[attribute.id]}
              {...findMark(help, attribute)}
              onChoose={(valueId) => chosen.choose([valueId])}
              beside={isSize ? besideSize : undefined}
            />
            {isSize && !insteadOfHelp && !isAsked && <KeptSizeNote {...sized} />}
            {isSize && (insteadOfHelp ?? <FittingSizeNote {...sized} />)}
          </Fragment>
        );
      })}
    </div>
  );
}

/**
 * Selects a size by a button that is gone afterwards. The size gets the focus, so that it is announced as selected and the keyboard goes on from there.
 */
function useTakenSize({ attributes }: OrderableGarment, choose: (valueIds: readonly number[]) => void) {
  const groups = useRef<HTMLDivElement>(null);
  const [taken, setTaken] = useState<{ sizeId: number }>();
  useEffect(() => {
    if (taken) groups.current?.querySelector<HTMLElement>(`input[value="${taken.sizeId}"]`)?.focus({ preventScroll: true });
  }, [taken]);
  const take = (valueIds: readonly number[]) => {
    choose(valueIds);
    const size = listSizes(attributes).find(({ id }) => valueIds.includes(id));
    if (size) setTaken({ sizeId: size.id });
  };
  return { groups, take };
}
