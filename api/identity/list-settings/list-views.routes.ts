import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { CustomerList } from '#contract/identity/list-settings/list-names.ts';
import { assertMayOpen, readCustomerList, readOperatorList } from './list-names.rules.ts';
import {
  addListView,
  changeListView,
  listViews,
  manageViewsAsCustomer,
  manageViewsAsOperator,
  removeListView,
} from './list-views.actions.ts';

/** The list that a request names. Throws 404 for an unknown one, and 403 for one that the caller may not open. */
function readList(requested: string, context: RequestContext): CustomerList {
  const list = readCustomerList(requested);
  assertMayOpen(list, context);
  return list;
}

/** Registers the calls for saved views of lists. A person's views are the caller's, also during impersonation. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/listviews/:list', ({ params, context, request }) =>
    listViews(db, manageViewsAsCustomer(context, request.id), readList(params.list, context)),
  );
  registerEndpoint(app, authenticator, 'POST /api/listviews/:list', ({ params, body, context, request }) => {
    const list = readList(params.list, context);
    return runOnce(db, context.caller, { request, body }, (tx) =>
      addListView(tx, manageViewsAsCustomer(context, request.id), list, body),
    );
  });
  registerEndpoint(app, authenticator, 'PUT /api/listviews/:list/:id', ({ params, body, context, request }) => {
    const list = readList(params.list, context);
    return runInTransaction(db, (tx) => changeListView(tx, manageViewsAsCustomer(context, request.id), list, params.id, body));
  });
  registerEndpoint(app, authenticator, 'DELETE /api/listviews/:list/:id', ({ params, context, request }) => {
    const list = readList(params.list, context);
    return runInTransaction(db, (tx) => removeListView(tx, manageViewsAsCustomer(context, request.id), list, params.id));
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/listviews/:list', ({ params, operator }) =>
    listViews(db, manageViewsAsOperator(operator), readOperatorList(params.list)),
  );
  registerEndpoint(app, authenticator, 'POST /api/operator/listviews/:list', ({ params, body, operator, request }) => {
    const list = readOperatorList(params.list);
    return runOnce(db, operator, { request, body }, (tx) => addListView(tx, manageViewsAsOperator(operator), list, body));
  });
  registerEndpoint(app, authenticator, 'PUT /api/operator/listviews/:list/:id', ({ params, body, operator }) => {
    const list = readOperatorList(params.list);
    return runInTransaction(db, (tx) => changeListView(tx, manageViewsAsOperator(operator), list, params.id, body));
  });
  registerEndpoint(app, authenticator, 'DELETE /api/operator/listviews/:list/:id', ({ params, operator }) => {
    const list = readOperatorList(params.list);
    return runInTransaction(db, (tx) => removeListView(tx, manageViewsAsOperator(operator), list, params.id));
  });
}
