import Type from 'typebox';
import { endpoint, signedIn } from '../../endpoint.ts';
import { described, entity, id, int, listOf, maybe, nullable, text } from '../../values.ts';
import { columnNames, listParams } from './list-settings.ts';
import { MAX_LIST_VIEW_NAME, MAX_LIST_VIEWS } from './list-view-limits.ts';

const tags = ['Account'] as const;
const viewParams = Type.Object({ ...listParams.properties, id: id('listView') });

const name = described(
  Type.String({
    minLength: 1,
    maxLength: MAX_LIST_VIEW_NAME,
    pattern: '\\S',
    message: `Enter a name of up to ${MAX_LIST_VIEW_NAME} characters.`,
  }),
  'Name, unique among the caller’s views of this list, in any case of letters. Spaces around it are removed.',
);
const filters = described(
  Type.String({
    maxLength: 2000,
    pattern: '^[A-Za-z0-9*._~+%=&-]*$',
    message: 'These filters are not valid.',
  }),
  'Filters and order as the query string of the page, for example `destination=2&sort=-startDateUtc`. The page number is not kept.',
);
const columns = described(maybe(columnNames), 'Columns to show, in their order; null for the default.');

const reply = listOf(
  'listViews',
  entity('ListView', {
    id: int,
    name: text,
    filters: described(text, 'Filters and order as the query string of the page.'),
    columns: described(nullable(Type.Array(text)), 'Columns that are shown, in their order; null for the default.'),
  }),
);

/** Views of lists that people save for themselves: filters, order and columns under a name. */
export const listViewEndpoints = {
  'GET /api/listviews/:list': endpoint({
    name: 'listListViews',
    summary: 'List the caller’s saved views of a list',
    description: 'By name. No one else sees them. Impersonation does not change whose views they are.',
    tags,
    access: signedIn,
    params: listParams,
    reply,
  }),
  'POST /api/listviews/:list': endpoint({
    name: 'saveListView',
    summary: 'Save a view of a list',
    description: `Returns all views. At most ${MAX_LIST_VIEWS} for each list, else 400 \`listView\`; 422 \`name\` when another view has it. Honours \`Idempotency-Key\`.`,
    tags,
    access: signedIn,
    params: listParams,
    root: 'listView',
    body: Type.Object({ name, filters, columns }),
    reply,
  }),
  'PUT /api/listviews/:list/:id': endpoint({
    name: 'updateListView',
    summary: 'Rename or update a saved view',
    description: 'Absent properties stay as they are. Returns all views. 422 `name` when another view has it.',
    tags,
    access: signedIn,
    params: viewParams,
    root: 'listView',
    body: Type.Object({ name: Type.Optional(name), filters: Type.Optional(filters), columns }),
    reply,
  }),
  'DELETE /api/listviews/:list/:id': endpoint({
    name: 'deleteListView',
    summary: 'Delete a saved view',
    description: 'Returns the remaining views. Saving the same view again undoes it.',
    tags,
    access: signedIn,
    params: viewParams,
    reply,
  }),
};
