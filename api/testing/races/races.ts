import { createInvoiceRaces, createReturnRaces } from './billing-races.ts';
import { createCartRaces } from './cart-races.ts';
import { createDesignRaces } from './design-races.ts';
import { createOrderCast, createReleasedOrderRaces, createSentOrderRaces, createWaitingOrderRaces } from './order-races.ts';
import { createPaymentRaces } from './payment-races.ts';
import { createPeopleRaces } from './people-races.ts';
import { createQuoteRaces } from './quote-races.ts';
import type { RacePortal, RacesOfKind } from './race.ts';

/** The races of all kinds of records. Changes the rules for approval of Meridian. */
export async function createAllRaces(portal: RacePortal): Promise<RacesOfKind[]> {
  const cast = await createOrderCast(portal);
  return [
    createWaitingOrderRaces(portal, cast),
    createReleasedOrderRaces(portal, cast),
    createSentOrderRaces(portal, cast),
    createInvoiceRaces(portal, cast),
    ...createReturnRaces(portal, cast),
    ...createPaymentRaces(portal, cast),
    await createCartRaces(portal),
    await createDesignRaces(portal),
    ...(await createPeopleRaces(portal)),
    ...(await createQuoteRaces(portal)),
  ];
}
