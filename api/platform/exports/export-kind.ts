import type { Call, ParamsOf, QueryOf } from '#contract/index.ts';
import type { ExportListName, SupplierExportListName } from '#contract/platform/exports/export-lists.ts';
import type { OperatorScope } from '../http/operator-scope.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { WorkbookFile } from '../workbook/workbook.ts';

/** What an export is made for: an export call, as if it were made at this moment. */
export interface ExportInput<C extends Call> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  at: Date;
  requestId: string;
}

/** In whose name an export is written: a person of an organisation, or an operator. */
export type ExportContext = RequestContext | { caller: OperatorScope };

/** How a list is exported by the call that answers with the file, and by a job. */
export interface ExportKind<Context extends ExportContext = ExportContext, C extends Call = Call> {
  list: ExportListName | SupplierExportListName;
  call: C;
  /** The property of a request that names the record in the path of the call. */
  record?: 'importId' | 'organisationId';
  /** Of a list of which a page does not know the length: how many rows its file has. Throws as `open` does. */
  countRows?(context: Context, input: ExportInput<C>): Promise<number>;
  /** Throws 4xx, as the call does. */
  open(context: Context, input: ExportInput<C>): Promise<WorkbookFile>;
}

/** A kind of which the engine does not know the call. */
// biome-ignore lint/suspicious/noExplicitAny: the engine reads the query by the schema of the call and hands it to the kind of that call.
export type AnyExportKind<Context extends ExportContext> = ExportKind<Context, any>;
