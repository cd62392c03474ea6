import { badRequest, invalid } from '#api/platform/http/errors.ts';
import { MAX_LIST_VIEWS, MAX_SHARED_LIST_VIEWS } from '#contract/identity/list-settings/list-view-limits.ts';
import type { ReplyOf } from '#contract/index.ts';

/** A view as it is stored. */
export interface StoredListView extends Omit<ReplyOf<'GET /api/listviews/:list'>['listViews'][number], 'canChange'> {
  /** By column, the version in which it was last changed. */
  fieldVersions: Record<string, number>;
}

/** What a view consists of; absent values of a change stay as they are. */
export type ListViewContent = Pick<StoredListView, 'name' | 'filters' | 'columns'>;

/** The columns of a view as messages name them. */
export const LIST_VIEW_LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  filters: 'Filters and order',
  columns: 'Columns',
  customer_id: 'Who sees the view',
};

/** The query string without the number of the page, which belongs to a moment and not to a view. */
export function withoutPage(filters: string): string {
  const params = new URLSearchParams(filters);
  params.delete('page');
  return params.toString();
}

/** The parts of a view that differ from what is stored. */
export function getChanges(
  { name, filters, columns }: { [K in keyof ListViewContent]?: ListViewContent[K] | undefined },
  stored: ListViewContent,
): Partial<ListViewContent> {
  return {
    ...(name !== undefined && name.trim() !== stored.name && { name: name.trim() }),
    ...(filters !== undefined && withoutPage(filters) !== stored.filters && { filters: withoutPage(filters) }),
    ...(columns !== undefined && JSON.stringify(columns) !== JSON.stringify(stored.columns) && { columns }),
  };
}

/** A view, or changes of one, for the audit log. Filters are written as people read them, so that erasure finds names in them. */
export const toAuditedView = ({ filters, ...others }: Partial<ListViewContent>): Partial<ListViewContent> => ({
  ...others,
  ...(filters !== undefined && {
    filters: [...new URLSearchParams(filters)]
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
      .replaceAll('\0', ''),
  }),
});

/** Throws 422 `name` when one of the views has the name. */
export function checkName(views: readonly StoredListView[], name: string, isShared: boolean): void {
  if (!views.some((view) => view.name.toLowerCase() === name.toLowerCase())) return;
  throw invalid('name', isShared ? 'There is already a shared view with this name.' : 'You already have a view with this name.');
}

/** Throws 400 `listView` when no view can be added to these. */
export function checkCount({ length }: readonly StoredListView[], isShared: boolean): void {
  if (length < (isShared ? MAX_SHARED_LIST_VIEWS : MAX_LIST_VIEWS)) return;
  const message = isShared
    ? `An organisation can share up to ${MAX_SHARED_LIST_VIEWS} views of a list. Delete one that is no longer needed.`
    : `You can save up to ${MAX_LIST_VIEWS} views. Delete one that you no longer need.`;
  throw badRequest('listView', message);
}
