import Type from 'typebox';
import { endpoint, orderers, signedIn } from '../endpoint.ts';
import { attributeDescription, dateTime, described, entity, id, int, listOf, nullable, text } from '../values.ts';

/** The most notices that one person can have open. */
export const MAX_STOCK_NOTICES = 50;
/** For how long a notice stays open. */
export const STOCK_NOTICE_DAYS = 90;

const tags = ['Stock'] as const;

const stockNotice = entity('StockNotice', {
  id: int,
  combinationId: described(int, 'What the person waits for.'),
  productId: described(nullable(int), 'Its product; null while the person cannot see it.'),
  name: described(text, 'Name of the product.'),
  attributeDescription,
  createdOnUtc: dateTime,
  expiresOnUtc: described(dateTime, 'When the notice ends without a mail.'),
});
const reply = listOf('stockNotices', described(stockNotice, 'Open notices, the newest first.'));

/** One mail when something that is out of stock can be ordered again. */
export const stockNoticeEndpoints = {
  'GET /api/stocknotices': endpoint({
    name: 'listStockNotices',
    summary: 'List what one waits for',
    description: 'The caller’s open notices: of which they have not been told, and which are not older than 90 days.',
    tags,
    access: signedIn,
    whileImpersonating: 'refused',
    reply,
  }),
  'POST /api/stocknotices': endpoint({
    name: 'addStockNotice',
    summary: 'Be told when something can be ordered again',
    description: `One email, once pieces are free again and the caller may still order them; then the notice is over. It reserves nothing. Returns all open notices; of the same combination there is one. 404 for a combination that the caller cannot see; 409 \`combinationId\` when it can be ordered now or not at all, \`stockNotice\` above ${MAX_STOCK_NOTICES} open ones.`,
    tags,
    access: orderers,
    root: 'stockNotice',
    refusesUnknown: true,
    body: Type.Object({ combinationId: id('combination', 'Please choose a size that is out of stock.') }),
    reply,
  }),
  'DELETE /api/stocknotices/:id': endpoint({
    name: 'deleteStockNotice',
    summary: 'Stop waiting for something',
    description: 'Returns the remaining notices.',
    tags,
    access: signedIn,
    params: Type.Object({ id: id('stockNotice') }),
    reply,
  }),
};
