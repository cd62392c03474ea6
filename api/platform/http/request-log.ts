import { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { type CutOffRequest, onCutOff } from './cut-off.ts';
import type { OperatorActor } from './operator-scope.ts';
import { describeRoute } from './route-label.ts';

/** What the log says about a request, and how loudly: `warn` is written by default, `info` only with LOG_LEVEL=info. */
interface RequestEvent {
  level: 'debug' | 'info' | 'warn';
  message: string;
}

/** Statuses of refused requests. Expired sessions and invalid values are part of normal use. */
const REFUSALS: Record<number, RequestEvent> = {
  400: { level: 'info', message: 'request refused: invalid' },
  401: { level: 'info', message: 'request refused: no session' },
  403: { level: 'warn', message: 'request refused: not allowed' },
  405: { level: 'info', message: 'request refused: unsupported method' },
  413: { level: 'info', message: 'request refused: too large' },
  415: { level: 'info', message: 'request refused: content type' },
  421: { level: 'warn', message: 'request refused: unknown host' },
  422: { level: 'info', message: 'request refused: invalid' },
  429: { level: 'warn', message: 'request refused: too many' },
};

/** The calls that start a session. */
const LOG_INS = new Set(['POST /api/token', 'POST /api/operator/token', 'POST /api/operator/passkeylogin']);

/** Another system's requests name its key. */
const REQUEST_BY_API_KEY: RequestEvent = { level: 'info', message: 'request by API key' };
const REQUEST: RequestEvent = { level: 'info', message: 'request' };
/** The error itself is logged separately, at `error` when it is the portal's own. */
const FAILED_REQUEST: RequestEvent = { level: 'warn', message: 'request failed' };
const ABORTED_REQUEST: RequestEvent = { level: 'info', message: 'request aborted by the client' };
/** What it changes may be committed, and no one was told. Browsers leave a page in the middle of requests that only read. */
const ABORTED_CHANGE: RequestEvent = { level: 'warn', message: 'request aborted by the client' };
const OVERDUE_REQUEST: RequestEvent = { level: 'warn', message: 'request cut off, because its time was up' };
/** Load balancers and monitoring ask every few seconds. */
const PROBE: RequestEvent = { level: 'debug', message: 'request' };
const PROBES: ReadonlySet<string | undefined> = new Set(['/livez', '/readyz', '/metrics']);

/** Who made a request: an API key by its name, an operator, who is a person, by id alone. */
const describeOperator = ({ kind, id, name }: OperatorActor) => (kind === 'api_key' ? { kind, id, name } : { kind, id });

/** What is logged about log-ins and refusals; undefined for other responses. Renewing a session is logged like logging in. */
function describeSecurityEvent(call: string | undefined, status: number): RequestEvent | undefined {
  if (call !== undefined && LOG_INS.has(call) && status < 500)
    return status === 200 ? { level: 'info', message: 'log-in succeeded' } : { level: 'warn', message: 'log-in not granted' };
  return REFUSALS[status];
}

function describeRequest({ routeOptions: { config, url }, operator }: FastifyRequest, status: number): RequestEvent {
  const securityEvent = describeSecurityEvent(config.call, status);
  if (securityEvent) return securityEvent;
  if (operator?.kind === 'api_key') return REQUEST_BY_API_KEY;
  if (PROBES.has(url)) return PROBE;
  return status >= 500 ? FAILED_REQUEST : REQUEST;
}

/** Who a request is about, by ids: the person who is logged in, and the person for whom they act. */
function describePerson({ context }: FastifyRequest) {
  if (!context) return { customerId: null };
  const { caller, effective } = context;
  const impersonation = effective.customerId === caller.customerId ? {} : { impersonatedId: effective.customerId };
  return { customerId: caller.customerId, organisationId: caller.organisationId, ...impersonation };
}

/** Network addresses are personal data; they are logged where they help against attacks. */
const EVENTS_WITHOUT_ADDRESS: readonly RequestEvent[] = [
  REQUEST,
  PROBE,
  FAILED_REQUEST,
  ABORTED_REQUEST,
  ABORTED_CHANGE,
  OVERDUE_REQUEST,
];

const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

function describeCutOff({ method }: FastifyRequest, { reason }: CutOffRequest): RequestEvent {
  if (reason === 'deadline') return OVERDUE_REQUEST;
  return READING_METHODS.has(method) ? ABORTED_REQUEST : ABORTED_CHANGE;
}

function logRequest(request: FastifyRequest, event: RequestEvent, status: number): void {
  const log = request.log as typeof request.log & { isLevelEnabled(level: string): boolean };
  if (!log.isLevelEnabled(event.level)) return;
  const { operator, traceId } = request;
  log[event.level](
    {
      method: request.method,
      route: describeRoute(request, status),
      status,
      durationMs: Math.round((performance.now() - request.receivedAt) * 10) / 10,
      ...describePerson(request),
      ...(operator ? { operator: describeOperator(operator) } : {}),
      ...(traceId ? { traceId } : {}),
      ...(EVENTS_WITHOUT_ADDRESS.includes(event) ? {} : { remoteAddress: request.ip }),
    },
    event.message,
  );
}

/**
 * Logs one line for each request: what, by whom, with which result and how long it took. Neither addresses of people nor values are logged, and paths only
 * as the pattern of the route.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, describeRequest(request, reply.statusCode), reply.statusCode);
    done();
  });
  onCutOff(app, (request, cutOff) => logRequest(request, describeCutOff(request, cutOff), cutOff.status));
}

/** Fastify's own lines without those of each request, which contain paths with ids; `registerRequestLog` writes its own. */
export class RequestLogController extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }

  override incomingRequest(): void {}

  override requestCompleted(): void {}

  override routeNotFound(): void {}
}
