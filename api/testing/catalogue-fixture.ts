import { beforeAll } from 'vitest';
import type { TestClient, TestPortal } from './portal.ts';
import { aCatalogueProduct, type CatalogueProduct, gridJacket } from './products.ts';
import { usePortal } from './use-portal.ts';

const HALLAM = 2;

/** A test portal with one product of each of two organisations. */
interface CatalogueFixture {
  portal: TestPortal;
  /** Signed in as a buyer of Meridian. */
  buyer: TestClient;
  /** Signed in as a buyer of Hallam, another organisation. */
  hallamBuyer: TestClient;
  /** A product that only Meridian has in its range. */
  jacket: CatalogueProduct;
  /** A product that only Hallam has in its range. */
  hallamJacket: CatalogueProduct;
}

/** The portal, clients and products that the tests of one file share. Everything except `portal` is set before its first test. */
export function useCatalogue(): CatalogueFixture {
  const portal = usePortal();
  const fixture = { portal } as CatalogueFixture;
  beforeAll(async () => {
    fixture.buyer = await portal.as('buyer@meridian.example');
    fixture.hallamBuyer = await portal.as('buyer@hallam.example');
    fixture.jacket = await aCatalogueProduct(portal.db, gridJacket);
    fixture.hallamJacket = await aCatalogueProduct(portal.db, {
      organisationIds: [HALLAM],
      product: { name: 'Hallam jacket' },
      colours: ['Tweed#5b4a32'],
      sizes: ['M'],
    });
  });
  return fixture;
}
