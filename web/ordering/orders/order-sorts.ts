/** What decides which columns a person may see, and by which they may sort. */
export interface OrderListViewer {
  seesOthers: boolean;
  pricesVisible: boolean;
}

/** The orders in which the list can be sorted; a leading "-" means descending. */
export const orderSorts = {
  '-createdOnUtc': 'Newest first',
  createdOnUtc: 'Oldest first',
  id: 'Order number, lowest first',
  '-id': 'Order number, highest first',
  customer: 'Person, A to Z',
  '-customer': 'Person, Z to A',
  '-orderTotal': 'Total, highest first',
  orderTotal: 'Total, lowest first',
  orderStatus: 'Status, in their usual order',
  '-orderStatus': 'Status, in reverse',
} as const;
export type OrderSort = keyof typeof orderSorts;

export const DEFAULT_ORDER_SORT: OrderSort = '-createdOnUtc';

/** Whether the person may sort by it: by people if they see the orders of others, by totals if they see prices. */
export const isOrderSortAllowed = (sort: OrderSort, { seesOthers, pricesVisible }: OrderListViewer) =>
  (seesOthers || !sort.endsWith('customer')) && (pricesVisible || !sort.endsWith('orderTotal'));
