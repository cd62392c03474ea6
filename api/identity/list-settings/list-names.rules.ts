import { assertMayCall } from '#api/platform/http/endpoint.ts';
import { forbidden, invalid, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { isAdmin, isOrganisationAdmin } from '#api/platform/http/scope.ts';
import { CUSTOMER_LIST_COLUMNS, OPERATOR_LIST_COLUMNS } from '#contract/identity/list-settings/list-columns.ts';
import {
  CUSTOMER_LIST_NAMES,
  CUSTOMER_LISTS,
  type CustomerList,
  OPERATOR_LIST_NAMES,
  type OperatorList,
} from '#contract/identity/list-settings/list-names.ts';
import type { Call } from '#contract/index.ts';

function readName<List extends string>(names: readonly List[], requested: string): List {
  const name = names.find((list) => list === requested.toLowerCase());
  if (!name) throw notFound('list');
  return name;
}

/** The name of a list of customers in the case of the contract. Throws 404 for any other name. */
export const readCustomerList = (requested: string): CustomerList => readName(CUSTOMER_LIST_NAMES, requested);

/** The name of a list of operators in the case of the contract. Throws 404 for any other name. */
export const readOperatorList = (requested: string): OperatorList => readName(OPERATOR_LIST_NAMES, requested);

/** Throws 403 unless the caller may open a list: as the call of the list would answer. */
export function assertMayOpen(list: CustomerList, context: RequestContext): void {
  const rule: { call: Call; ofWholeOrganisation?: true; ofSalesWith?: 'AllowDashboard' } = CUSTOMER_LISTS[list];
  assertMayCall(rule.call, context);
  const { caller } = context;
  if (rule.ofWholeOrganisation && !isOrganisationAdmin(caller)) throw forbidden();
  if (rule.ofSalesWith && !isAdmin(caller) && !caller.permissions.includes(rule.ofSalesWith)) throw forbidden();
}

/** The columns of a list of customers, or of operators. */
export const getColumns = (owner: object, list: string): readonly string[] => {
  const lists: Readonly<Record<string, readonly string[]>> =
    'customerId' in owner ? CUSTOMER_LIST_COLUMNS : OPERATOR_LIST_COLUMNS;
  return lists[list] ?? [];
};

/** Throws 422 for columns that the list does not have, or of which one is named twice. */
export function checkColumns(known: readonly string[], columns: readonly string[] | null | undefined): void {
  if (!columns) return;
  const unknown = columns.filter((column) => !known.includes(column));
  if (unknown.length > 0) throw invalid('columns', `This list has no column “${unknown[0]}”.`);
  if (new Set(columns).size < columns.length) throw invalid('columns', 'Name each column only once.');
}

/** Stored columns without those that the list no longer has. */
export const keepKnownColumns = (known: readonly string[], columns: readonly string[] | null): string[] | null =>
  columns?.filter((column) => known.includes(column)) ?? null;
