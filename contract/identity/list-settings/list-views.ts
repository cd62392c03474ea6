import Type from 'typebox';
import { anyOperator, endpoint, signedIn } from '../../endpoint.ts';
import { bool, described, entity, expectedVersion, id, int, maybe, nullable, text, version } from '../../values.ts';
import { columnNames, listParams, operatorListParams } from './list-settings.ts';
import { MAX_LIST_VIEW_NAME, MAX_LIST_VIEWS, MAX_SHARED_LIST_VIEWS } from './list-view-limits.ts';

const viewParams = Type.Object({ ...listParams.properties, id: id('listView') });
const operatorViewParams = Type.Object({ ...operatorListParams.properties, id: id('operatorListView') });

const name = described(
  Type.String({
    minLength: 1,
    maxLength: MAX_LIST_VIEW_NAME,
    pattern: '\\S',
    message: `Enter a name of up to ${MAX_LIST_VIEW_NAME} characters.`,
  }),
  'Name, unique among the caller’s own views of this list or among the shared ones, in any case of letters. Spaces around it are removed.',
);
const filters = described(
  Type.String({
    maxLength: 2000,
    pattern: '^[A-Za-z0-9*._~+%=&-]*$',
    message: 'These filters are not valid.',
  }),
  'Filters and order as the query string of the page, for example `destination=2&sort=-startDateUtc`. The page number is not kept.',
);
const columns = described(
  maybe(columnNames),
  'Columns to show, in their order; null for the default. 422 `columns` for one that the list does not have.',
);
const isShared = described(
  Type.Optional(bool),
  'Whether everyone in the organisation who may open the list sees the view. Only an Admin of the whole organisation may say so (else 403).',
);

const newView = { name, filters, columns };
const changedView = { name: Type.Optional(name), filters: Type.Optional(filters), columns, version: expectedVersion };

const reply = Type.Object({
  listViews: described(
    Type.Array(
      entity('ListView', {
        id: int,
        name: text,
        filters: described(text, 'Filters and order as the query string of the page.'),
        columns: described(nullable(Type.Array(text)), 'Columns that are shown, in their order; null for the default.'),
        isShared: described(
          bool,
          'Whether everyone in the organisation who may open the list sees the view. Operators share none.',
        ),
        canChange: described(bool, 'Whether the caller may change and delete the view now.'),
        ownerName: described(
          nullable(text),
          'Of a shared view: who shared it; null when their account has been removed. Null for the caller’s own views.',
        ),
        version,
      }),
    ),
    'The caller’s own views by name, then the shared ones by name.',
  ),
  canShare: described(bool, 'Whether the caller may share views of the list now.'),
});

const limits = `At most ${MAX_LIST_VIEWS} own and ${MAX_SHARED_LIST_VIEWS} shared ones for each list, else 400 \`listView\``;
const conflicts = '409 when someone else has changed the same value since `version`';

const customers = { tags: ['Account'], access: signedIn } as const;
const operators = { tags: ['Operators'], access: anyOperator } as const;

/** Views of lists, saved by people and operators for themselves or shared in an organisation: filters, order and columns under a name. */
export const listViewEndpoints = {
  'GET /api/listviews/:list': endpoint({
    name: 'listListViews',
    summary: 'List the saved views of a list',
    description:
      'The caller’s own, which no one else sees, and those that are shared in the organisation. A view keeps filters; what it finds is what its reader may see. 403 for those who may not open the list, in all calls about its views. Impersonation does not change whose views they are.',
    ...customers,
    params: listParams,
    reply,
  }),
  'POST /api/listviews/:list': endpoint({
    name: 'saveListView',
    summary: 'Save a view of a list',
    description: `Returns all views. ${limits}; 422 \`name\` when another one has it. Honours \`Idempotency-Key\`.`,
    ...customers,
    params: listParams,
    root: 'listView',
    refusesUnknown: true,
    body: Type.Object({ ...newView, isShared }),
    reply,
  }),
  'PUT /api/listviews/:list/:id': endpoint({
    name: 'updateListView',
    summary: 'Rename, update or share a saved view',
    description: `Absent properties stay as they are. Returns all views. A view that is no longer shared becomes one of the caller’s own. ${conflicts}; 403 for a shared view, unless the caller is an Admin of the whole organisation; ${limits}; 422 \`name\` when another one has it.`,
    ...customers,
    params: viewParams,
    root: 'listView',
    refusesUnknown: true,
    body: Type.Object({ ...changedView, isShared }),
    reply,
  }),
  'DELETE /api/listviews/:list/:id': endpoint({
    name: 'deleteListView',
    summary: 'Delete a saved view',
    description:
      'Returns the remaining views. Saving the same view again undoes it. 403 for a shared view, unless the caller is an Admin of the whole organisation.',
    ...customers,
    params: viewParams,
    reply,
  }),
  'GET /api/operator/listviews/:list': endpoint({
    name: 'listOperatorListViews',
    summary: 'List the operator’s saved views of a list',
    description: 'No one else sees them.',
    ...operators,
    params: operatorListParams,
    reply,
  }),
  'POST /api/operator/listviews/:list': endpoint({
    name: 'saveOperatorListView',
    summary: 'Save a view of a list',
    description: `Returns all views. At most ${MAX_LIST_VIEWS} for each list, else 400 \`listView\`; 422 \`name\` when another one has it. Honours \`Idempotency-Key\`.`,
    ...operators,
    params: operatorListParams,
    root: 'listView',
    refusesUnknown: true,
    body: Type.Object(newView),
    reply,
  }),
  'PUT /api/operator/listviews/:list/:id': endpoint({
    name: 'updateOperatorListView',
    summary: 'Rename or update a saved view',
    description: `Absent properties stay as they are. Returns all views. ${conflicts}; 422 \`name\` when another view has it.`,
    ...operators,
    params: operatorViewParams,
    root: 'listView',
    refusesUnknown: true,
    body: Type.Object(changedView),
    reply,
  }),
  'DELETE /api/operator/listviews/:list/:id': endpoint({
    name: 'deleteOperatorListView',
    summary: 'Delete a saved view',
    description: 'Returns the remaining views. Saving the same view again undoes it.',
    ...operators,
    params: operatorViewParams,
    reply,
  }),
};
