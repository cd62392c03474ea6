import Type from 'typebox';
import { endpoint, signedIn } from '../../endpoint.ts';
import { described, entity, int, maybe, nullable, text } from '../../values.ts';

/** The lists whose arrangement is stored for each person. */
export const LIST_NAMES = ['people', 'orders', 'range', 'products', 'invoices'] as const;

const tags = ['Account'] as const;
/** Parameters of calls about one list. */
export const listParams = Type.Object({ list: described(text, '`people`, `orders`, `range` or `products`.') });
const columnName = Type.String({ pattern: '^[A-Za-z0-9]{1,40}$', message: 'This is not the name of a column.' });
/** Names of columns in a request. */
export const columnNames = Type.Array(columnName, { maxItems: 50, message: 'Choose at most 50 columns.' });

const reply = Type.Object({
  listSettings: entity('ListSettings', {
    list: described(text, 'Name of the list.'),
    columns: described(nullable(Type.Array(text)), 'Columns that are shown, in their order; null for the default.'),
    limit: described(nullable(int), 'Rows per page; null for the default.'),
  }),
});

/** How a person has arranged lists. */
export const listSettingsEndpoints = {
  'GET /api/listsettings/:list': endpoint({
    name: 'getListSettings',
    summary: 'Get how the caller has arranged a list',
    description: 'The same on every device. Impersonation does not change whose settings they are.',
    tags,
    access: signedIn,
    params: listParams,
    reply,
  }),
  'PUT /api/listsettings/:list': endpoint({
    name: 'updateListSettings',
    summary: 'Arrange a list',
    description: 'Absent properties stay as they are, null goes back to the default.',
    tags,
    access: signedIn,
    params: listParams,
    root: 'listSettings',
    body: Type.Object({
      columns: described(maybe(columnNames), 'Columns to show, in their order.'),
      limit: described(
        maybe(Type.Integer({ minimum: 1, maximum: 250, message: 'Limit must be a whole number from 1 to 250.' })),
        'Rows per page.',
      ),
    }),
    reply,
  }),
};
