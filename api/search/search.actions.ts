import { findProducts, findSimilarProducts } from '#api/catalogue/products/find-products.queries.ts';
import { findOrders } from '#api/ordering/orders/find-orders.queries.ts';
import { findQuotes } from '#api/ordering/quotes/quotes-at-a-glance.queries.ts';
import { findPeople, findPeopleFor } from '#api/people/list/find-people.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { planForValues } from '#api/platform/db/plan-for-values.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { contract, type QueryOf, type ReplyOf } from '#contract/index.ts';
import { namesOrder } from '#contract/platform/search-words.ts';

type Results = ReplyOf<'GET /api/search'>;

/** Results of each kind. */
const LIMIT = 5;

/** What a search finds of other kinds when it names an order. */
const NOTHING = { results: [], hasMore: false };

/** People are listed for callers themselves, not for people for whom they order. */
const canFindPeople = ({ caller, effective }: RequestContext) =>
  !effective.isImpersonated && contract['GET /api/customers'].access.anyOf.some((role) => caller.roles.includes(role));

const canFindProducts = ({ effective }: RequestContext) =>
  contract['GET /api/products/:id'].access.anyOf.some((permission) => effective.permissions.includes(permission));

/** Searches the records that the person can open. Statements of all kinds are sent together. */
export function search(
  db: Db,
  context: RequestContext,
  { query: text, peopleFor }: QueryOf<'GET /api/search'>,
): Promise<Results> {
  const { caller, effective } = context;
  const query = text.replaceAll('\0', '').trim();
  const isOrder = namesOrder(query);
  return runInTransaction(db, async (tx) => {
    await planForValues(tx);
    if (peopleFor !== undefined) {
      const people = canFindPeople(context) ? await findPeopleFor(tx, caller, query, { peopleFor, limit: LIMIT }) : null;
      return {
        people,
        orders: NOTHING,
        quotes: NOTHING,
        products: canFindProducts(context) ? { ...NOTHING, areSimilar: false } : null,
      };
    }
    const [people, orders, quotes, products] = await Promise.all([
      canFindPeople(context) ? (isOrder ? NOTHING : findPeople(tx, caller, query, LIMIT)) : null,
      findOrders(tx, effective, query, LIMIT),
      isOrder ? NOTHING : findQuotes(tx, effective, query, LIMIT),
      canFindProducts(context) ? (isOrder ? NOTHING : findProducts(tx, effective, query, LIMIT)) : null,
    ]);
    const isEmpty = [people, orders, quotes, products].every((found) => !found || found.results.length === 0);
    const hasSimilar = products !== null && isEmpty && !isOrder;
    const shown = hasSimilar ? await findSimilarProducts(tx, effective, query, LIMIT) : products;
    return { people, orders, quotes, products: shown && { ...shown, areSimilar: hasSimilar } };
  });
}
