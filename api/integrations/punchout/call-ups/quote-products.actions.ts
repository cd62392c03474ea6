import { putIntoCart, readCart } from '#api/ordering/cart/cart.actions.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { Connection } from '../connections/connection.queries.ts';
import type { OciLine } from '../oci/return-form.rules.ts';
import type { MessageLine } from '../returns/cart-message.ts';
import { quoteReturnableLines } from '../returns/quote-returnable-lines.actions.ts';
import type { NewTrip } from '../trips/new-trip.ts';
import { rebuildCart } from '../trips/rebuild-cart.actions.ts';
import { grantTripScope, openTrip, requireReturnAddress, type TripDependencies } from '../trips/start-trip.actions.ts';
import { type FoundGarment, findGarment, findReturnedSku, searchGarments } from './products.queries.ts';

/** So many garments that are found go back: with more, many receivers, which read 1,000 fields, would cut the form. */
export const MAX_FOUND = 50;

const MAX_SEARCH_LENGTH = 200;

type QuoteDependencies = TripDependencies & { db: Db };

/** Carries a result out of a transaction that is rolled back. */
class Rollback<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('Nothing is kept of a question.');
    this.result = result;
  }
}

/** Reads in a trip of which nothing stays, so that prices and what is visible are those of a person who shops. */
async function readInTrip<T>(
  db: Db,
  connection: Connection,
  trip: NewTrip,
  read: (tx: Tx, scope: Scope, tripId: string) => Promise<T>,
): Promise<T> {
  // Outside, because the first return address of a connection is kept to be approved.
  await runInTransaction(db, (tx) => requireReturnAddress(tx, connection, trip.returnUrl));
  try {
    return await runInTransaction<never>(db, async (tx) => {
      const opened = await openTrip(tx, connection, trip);
      const scope = await grantTripScope(tx, connection, opened);
      throw new Rollback(await read(tx, scope, opened.tripId));
    });
  } catch (error) {
    if (error instanceof Rollback) return error.result as T;
    throw error;
  }
}

const toNewLine = ({ productId, combinationId }: FoundGarment, quantity: number) => ({
  productId,
  combinationId,
  sku: null,
  valueIds: null,
  quantity,
  collectionId: null,
  groupId: null,
  superGroupId: null,
  superGroupOptionId: null,
  wearerId: null,
  reason: null,
  source: 'product' as const,
});

const toOciLine = ({ auxiliaryId: _id, extrinsics: _extrinsics, ...line }: MessageLine, productId: string): OciLine => ({
  ...line,
  productId,
});

/**
 * What so many pieces of a product cost today, as it was chosen where `productId` is an auxiliary id, otherwise by its SKU; undefined when it is gone or cannot be
 * returned.
 *
 * @throws TripRefusedError when the return address is not accepted, or there is no one for whom it is asked
 */
export const quoteProduct = (
  { db, ...dependencies }: QuoteDependencies,
  connection: Connection,
  trip: NewTrip,
  { productId, quantity }: { productId: string; quantity: number },
): Promise<OciLine | undefined> =>
  readInTrip(db, connection, trip, async (tx, scope, tripId) => {
    if ((await findReturnedSku(tx, connection, productId)) !== undefined)
      await rebuildCart(tx, dependencies, connection, scope, tripId, [{ auxiliaryId: productId, partId: undefined, quantity }]);
    else {
      const garment = await findGarment(tx, scope, productId);
      if (garment) await putIntoCart(tx, dependencies, scope, [toNewLine(garment, quantity)]);
    }
    const [line] = (await quoteReturnableLines(tx, scope, connection, await readCart(tx, dependencies, scope))).values();
    return line && toOciLine(line, productId);
  });

/** What a search of the buyer's system has found. */
export interface FoundLines {
  lines: OciLine[];
  /** How many there are, also beyond those that are returned. */
  totalCount: number;
}

/**
 * Garments that match a text, each size and colour with what one piece costs today. Those that cannot be returned are left out.
 *
 * @throws TripRefusedError as `quoteProduct` does
 */
export const searchProducts = (
  { db, ...dependencies }: QuoteDependencies,
  connection: Connection,
  trip: NewTrip,
  searchText: string,
): Promise<FoundLines> =>
  readInTrip(db, connection, trip, async (tx, scope) => {
    const text = searchText.slice(0, MAX_SEARCH_LENGTH).replaceAll('\u0000', '');
    const { garments, totalCount } = await searchGarments(tx, scope, text, MAX_FOUND);
    if (garments.length === 0) return { lines: [], totalCount: 0 };
    const { lines: cart, lineIds } = await putIntoCart(
      tx,
      dependencies,
      scope,
      garments.map((garment) => toNewLine(garment, 1)),
    );
    const quoted = await quoteReturnableLines(tx, scope, connection, cart);
    const lines = lineIds.flatMap((id) => {
      const line = id == null ? undefined : quoted.get(id);
      // The person is not known for whom it will be.
      return line ? [{ ...toOciLine(line, line.sku), details: {} }] : [];
    });
    return { lines, totalCount: totalCount - (garments.length - lines.length) };
  });

/** The SKU of the product that a call-up names by an auxiliary id or by its SKU. */
export const findProductSku = async (db: Db, connection: Connection, productId: string): Promise<string> =>
  (await findReturnedSku(db, connection, productId)) ?? productId;
