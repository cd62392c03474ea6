import type { OperatorScope } from '../http/operator-scope.ts';
import type { RequestContext } from '../http/request-context.ts';
import { handleJob, type JobHandler } from '../jobs/job.ts';
import { exportJob, supplierExportJob } from './export-job.ts';
import type { Exports, ExportWriter } from './exports-engine.ts';

interface Engines extends ExportWriter {
  exports: Exports<RequestContext>;
  supplierExports: Exports<{ caller: OperatorScope }>;
}

export const jobs: JobHandler<Engines>[] = [
  handleJob(exportJob, ({ exportId }, { exports, ...writer }: Engines) => exports.write(exportId, writer)),
  handleJob(supplierExportJob, ({ exportId }, { supplierExports, ...writer }: Engines) =>
    supplierExports.write(exportId, writer),
  ),
];
