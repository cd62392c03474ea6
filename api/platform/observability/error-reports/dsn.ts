/** Where error reports go: the address of a project of Sentry, or of a service that takes the same envelopes. */
export interface ErrorReportTarget {
  url: string;
  publicKey: string;
}

/**
 * Reads a DSN (`https://KEY@host/PROJECT`), as Sentry and compatible services show it.
 *
 * @throws an Error that completes "SENTRY_DSN …"
 */
export function parseDsn(dsn: string): ErrorReportTarget {
  const url = URL.canParse(dsn) ? new URL(dsn) : undefined;
  const path = url?.pathname.split('/') ?? [];
  const project = path.pop();
  if (!url || !/^https?:$/.test(url.protocol) || !/^\w+$/.test(url.username) || !project || !/^\d+$/.test(project))
    throw new Error('must look like https://key@sentry.example/42');
  return { url: `${url.origin}${path.join('/')}/api/${project}/envelope/`, publicKey: url.username };
}
