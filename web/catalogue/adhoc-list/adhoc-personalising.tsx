import { useSyncExternalStore } from 'react';
import { usePersonalising } from '../customisation/use-personalising.ts';
import type { OrderableGarment } from '../products/catalogue-types.ts';
import type { Wearer } from '../products/optimistic-cart.ts';
import { PersonaliseSeveral } from '../products/product/personalise-several.tsx';
import type { AdhocQuantities } from './adhoc-quantities.ts';

interface Props {
  garment: OrderableGarment;
  quantities: AdhocQuantities;
  wearer: Wearer | undefined;
}

const NO_SELECTION = {};

/** The designs of everything that is typed for a product of the list. Nothing for garments on which nothing can be put, which lists do not say. */
export function AdhocPersonalising({ garment, quantities, wearer }: Props) {
  const designs = useSyncExternalStore(quantities.subscribe, () => quantities.getDesigns(garment.id));
  const personalising = usePersonalising({ id: garment.id, customisationEnabled: true }, true, {
    wearerName: wearer?.name,
    chosen: { designs, choose: (chosen) => quantities.setDesigns(garment.id, chosen) },
  });
  const { options } = personalising;
  if (!options || options.positions.length === 0) return null;
  return <PersonaliseSeveral {...{ garment, personalising, wearer }} selection={NO_SELECTION} />;
}
