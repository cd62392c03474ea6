import { beforeEach } from 'vitest';
import { aStockedProduct, type StockedProduct } from './builders.ts';
import type { TestPortal } from './portal.ts';
import { type SignedIn, signInAs } from './wearers.ts';

/** A Buyer of North, Bea, and a garment of Meridian's range. */
export interface BuyerAndShirt {
  buyer: SignedIn;
  shirt: StockedProduct;
}

/** New ones before each test of a file. `stock` has a number for each size. */
export function useBuyerAndShirt(portal: TestPortal, stock: number[]): BuyerAndShirt {
  const given = {} as BuyerAndShirt;
  beforeEach(async () => {
    given.shirt = await aStockedProduct(portal.db, { stock });
    given.buyer = await signInAs(portal, { firstName: 'Bea' });
  });
  return given;
}
