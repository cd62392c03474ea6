import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { MONEY_FAULTS } from './money-faults.ts';
import { PIECES_FAULTS } from './pieces-faults.ts';
import { replaceOnce } from './replace-once.ts';
import { RIGHTS_FAULTS } from './rights-faults.ts';
import type { SqlFault } from './sql-fault.ts';

/** Plausible faults: a condition that is missing, a boundary that is off by one, a part that is not counted. */
export const SQL_FAULTS: readonly SqlFault[] = [...MONEY_FAULTS, ...PIECES_FAULTS, ...RIGHTS_FAULTS];

/** Functions and views that decide about none of these: they announce and count changes, find texts and draw pictures. */
export const WITHOUT_FAULTS: readonly string[] = [
  'notify_access_change',
  'snapshot_time',
  'increment_version',
  'increment_every_listing_version',
  // Days on which pieces are promised.
  'add_working_days',
  // What is searched: api/search/search-names.test.ts finds every name.
  'fold_text',
  'searchable_text',
  'set_search_text_of_person',
  'fold_search_text_of_order',
  'set_changed_at',
  'add_to_order_count',
  'count_placed_orders',
  'count_moved_order',
  // Figures: api/ordering/dashboards/dashboards.test.ts compares each with the lists.
  'is_counted_order',
  'compact_order_figures',
  'rebuild_order_figures',
  'count_placed_figures',
  'count_changed_figures',
  'count_deleted_figures',
  'add_line_figures',
  'count_line_figures',
  'recount_figures_in_time_zone',
  'record_events_of_order',
  'record_requested_return',
  'record_issued_invoice',
  'record_webhook_event_of_order',
  'record_low_stock',
  'record_webhook_event',
  'record_order_webhook_event',
  'type_of_order_event',
  'path_of_event',
  // What is told: api/integrations/changes/changes.test.ts and order-copies.test.ts compare copies with the portal.
  'note_changed_records',
  'note_returns_of_exchanges',
  'note_returns_of_exchanged_lines',
  'note_payments_of_invoices',
  'number_changes',
  'create_drawings',
  'drawing_url',
  'line_picture_id',
  'text_vector',
  'raw_lexeme',
  'keyword_words',
  'stem_query',
  'keyword_query',
  'similar_products',
  'refresh_listing',
  'create_listing_version',
  'set_listing_limits',
  'set_limited_groups',
  'increment_listing_version',
  'increment_stock_level_version',
  'increment_stock_version',
  'notify_new_accounts',
  'refresh_uniform_status',
  // Whoever cancels or rejects an order cancels its pieces, which refreshes the status already.
  'refresh_status_of_orders',
  'refresh_status_of_customers',
  'refresh_status_of_accounts',
  'refresh_status_of_changed_accounts',
  // What wearers who are behind are owed: api/entitlement/wardrobes/following.test.ts compares each with their version.
  'wardrobe_contents',
  'set_wardrobe_version',
  'increment_customer_version',
  'count_start_day',
  'compact_people_counts',
  'count_people',
  'rebuild_uniform_status',
  'category_unspsc',
  'increment_details_version',
  'set_catalogue_currency',
];

/** The variable with the places in `SQL_FAULTS` of the faults that test databases get, by test file. */
const FAULTS_VARIABLE = 'SQL_FAULTS';
const project = join(import.meta.dirname, '../../..');

/** The environment in which each of these test files, named from the root of the repository, meets a fault, given by its place in `SQL_FAULTS`. */
export const withSqlFaults = (places: Readonly<Record<string, number>>): Record<string, string> => ({
  [FAULTS_VARIABLE]: JSON.stringify(places),
});

/** The SQL that puts the fault of a test file into a database; undefined when there is none, as in every usual run. */
export async function readSqlFault(testFile: string | undefined): Promise<string | undefined> {
  const chosen = process.env[FAULTS_VARIABLE];
  if (chosen === undefined || testFile === undefined) return undefined;
  const place = (JSON.parse(chosen) as Record<string, number>)[relative(project, testFile)];
  const fault = place === undefined ? undefined : SQL_FAULTS[place];
  return fault && toFaultySql(fault);
}

/** The file with the fault in it. Throws when the text that it replaces does not occur exactly once. */
export const toFaultySql = async (fault: SqlFault): Promise<string> =>
  replaceOnce(await readFile(join(project, fault.file), 'utf8'), fault);
