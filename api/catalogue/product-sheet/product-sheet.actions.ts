import { getPriceView } from '#api/catalogue/pricing/pricing.mapper.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { canOrderForOthers, type Scope } from '#api/platform/http/scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import { openDrawingThread } from '#api/platform/pdf/draw-in-thread.ts';
import { toDetail } from '../products/product.mapper.ts';
import { findProduct } from '../products/product.queries.ts';
import { findSizeGuide } from '../products/size-guide.queries.ts';
import { getSheetParty } from './product-sheet.queries.ts';
import { composeProductSheet, listPictureSources } from './product-sheet.rules.ts';
import type { ProductSheetTask } from './product-sheet-document.ts';
import { createSheetPictures } from './sheet-picture.actions.ts';

/** Makes product sheets. */
export interface ProductSheets {
  /**
   * The sheet of a product as the person sees it now, as PDF, and the name of the file; undefined if the product is not in the person's range. It is made anew each
   * time, so that it can contain no one else's prices. Throws 503 when too many wait.
   */
  draw(scope: Scope, productId: number): Promise<{ name: string; content: Uint8Array } | undefined>;
}

const drawInThread = openDrawingThread<ProductSheetTask>(new URL('./product-sheet-worker.ts', import.meta.url));

/** Creates a maker of sheets. It keeps pictures for print in memory, and nothing that depends on a person. */
export function createProductSheets({
  db,
  blobs,
  clock,
}: {
  db: Db;
  blobs: Pick<BlobStore, 'read'>;
  clock: Clock;
}): ProductSheets {
  const pictures = createSheetPictures(blobs);
  return {
    draw: async (scope, productId) => {
      const [facts, party] = await Promise.all([findProduct(db, scope, productId), getSheetParty(db, scope)]);
      if (!facts) return undefined;
      const { organisationId, roleIds, currencyCode, taxDisplayType } = scope;
      // What the sheet says is what the product page says: prices are shown, or hidden, by the same rule.
      const product = toDetail(facts, { view: getPriceView(scope), roleIds });
      const [guide, jpeg] = await Promise.all([
        product.sizeGuideId === null ? undefined : findSizeGuide(db, scope, product.sizeGuideId),
        pictures.read(listPictureSources(product), `organisation ${organisationId}`),
      ]);
      const terms = { currencyCode, taxDisplayType, hasTiers: canOrderForOthers(scope) };
      const now = clock.now();
      const content = await drawInThread(
        { organisationId },
        {
          ...party,
          createdAt: new Date(now),
          day: getLocalDay(now, scope.timeZone),
          sheet: composeProductSheet(product, { terms, guide, jpeg }),
        },
      );
      return { name: `${product.sku || product.seName || product.id}.pdf`, content };
    },
  };
}
