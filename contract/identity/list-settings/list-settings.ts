import Type from 'typebox';
import { anyOperator, endpoint, signedIn } from '../../endpoint.ts';
import { described, entity, int, maybe, nullable, oneOf, text } from '../../values.ts';
import { CUSTOMER_LIST_NAMES, LIST_DENSITIES, type ListDensity, OPERATOR_LIST_NAMES } from './list-names.ts';

const nameOf = (names: readonly string[]) =>
  Type.String({ examples: names.slice(0, 1), description: `One of ${names.map((name) => `\`${name}\``).join(', ')}.` });
/** Parameters of customers' calls about one list. */
export const listParams = Type.Object({ list: nameOf(CUSTOMER_LIST_NAMES) });
/** Parameters of operators' calls about one list. */
export const operatorListParams = Type.Object({ list: nameOf(OPERATOR_LIST_NAMES) });
const columnName = Type.String({ pattern: '^[A-Za-z0-9]{1,40}$', message: 'This is not the name of a column.' });
/** Names of columns in a request. */
export const columnNames = Type.Array(columnName, { maxItems: 50, message: 'Choose at most 50 columns.' });

const density = Type.Unsafe<ListDensity>({
  type: 'string',
  enum: [...LIST_DENSITIES],
  message: 'Density must be comfortable or compact.',
});

const reply = Type.Object({
  listSettings: entity('ListSettings', {
    list: described(text, 'Name of the list.'),
    columns: described(nullable(Type.Array(text)), 'Columns that are shown, in their order; null for the default.'),
    limit: described(nullable(int), 'Rows per page; null for the default.'),
    density: nullable(oneOf(LIST_DENSITIES, 'How close together the rows are; null for the default.')),
  }),
});

const body = entity('ListArrangement', {
  columns: described(maybe(columnNames), 'Columns to show, in their order; 422 `columns` for one that the list does not have.'),
  limit: described(
    maybe(Type.Integer({ minimum: 1, maximum: 250, message: 'Limit must be a whole number from 1 to 250.' })),
    'Rows per page.',
  ),
  density: described(maybe(density), 'How close together the rows are.'),
});

const reading = {
  summary: 'Get how the caller has arranged a list',
  description: 'The same on every device. Impersonation does not change whose settings they are.',
} as const;
const updating = {
  summary: 'Arrange a list',
  description: 'Absent properties stay as they are, null goes back to the default.',
  root: 'listSettings',
  refusesUnknown: true,
  body,
} as const;

/** How people and operators have arranged lists. */
export const listSettingsEndpoints = {
  'GET /api/listsettings/:list': endpoint({
    name: 'getListSettings',
    ...reading,
    tags: ['Account'],
    access: signedIn,
    params: listParams,
    reply,
  }),
  'PUT /api/listsettings/:list': endpoint({
    name: 'updateListSettings',
    ...updating,
    tags: ['Account'],
    access: signedIn,
    params: listParams,
    reply,
  }),
  'GET /api/operator/listsettings/:list': endpoint({
    name: 'getOperatorListSettings',
    summary: reading.summary,
    description: 'The same on every device.',
    tags: ['Operators'],
    access: anyOperator,
    params: operatorListParams,
    reply,
  }),
  'PUT /api/operator/listsettings/:list': endpoint({
    name: 'updateOperatorListSettings',
    ...updating,
    tags: ['Operators'],
    access: anyOperator,
    params: operatorListParams,
    reply,
  }),
};
