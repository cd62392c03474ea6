import { useQuery } from '@tanstack/react-query';
import { api } from '#web/app/api.ts';
import { useIsWearer, useProfile } from '#web/app/session/profile.ts';
import { toDesignInput } from '../../customisation/design-input.ts';
import type { Personalising } from '../../customisation/use-personalising.ts';
import type { Combination, OrderableGarment } from '../catalogue-types.ts';
import type { Wearer } from '../optimistic-cart.ts';
import { getUnitPrice, sumMoney } from '../price.ts';
import { NO_OWN_PIECES, type ServerPrice, toServerPrice } from '../size-grid/server-totals.ts';

interface Order {
  garment: OrderableGarment;
  combination: Combination | undefined;
  quantity: number;
  personalising: Personalising;
  /** For whom it is, where that is not whoever's cart it is. */
  wearer: Wearer | undefined;
}

/**
 * The price to show on the button: of several pieces, and of personalised ones with their set-up, which the server calculates. Null for a single piece,
 * whose price is shown above, while the server has not answered, and for people who see no prices. The server also says what wearers pay themselves, where
 * their organisation lets them.
 */
export function useOrderPrice({ garment, combination, quantity, personalising, wearer }: Order): ServerPrice {
  const canPay = useIsWearer() && wearer === undefined;
  const paysOwnPart = useProfile()?.paysOwnPart === true && canPay;
  const { designs, mandatory } = personalising;
  const isPersonalised = designs.length + mandatory.length > 0;
  const item = { combinationId: combination?.id ?? 0, quantity, customisations: designs.map(toDesignInput) };
  const { data } = useQuery({
    queryKey: ['POST /api/product/getbuynowtotals', garment.id, JSON.stringify(item)],
    queryFn: ({ signal }) => api('POST /api/product/getbuynowtotals', { body: { productId: garment.id, items: [item] }, signal }),
    enabled: (isPersonalised || paysOwnPart) && combination !== undefined,
    staleTime: 30_000,
  });
  const server = toServerPrice(data?.totals);
  const known = paysOwnPart ? server : { ...server, own: NO_OWN_PIECES };
  if (isPersonalised) return known;
  const price = getUnitPrice(garment, combination, quantity);
  return { price: price === null || quantity < 2 ? null : sumMoney([price * quantity]), setUp: 0, own: known.own };
}
