import type { FastifyInstance } from 'fastify';
import type { OperatorActor } from './operator-scope.ts';

/** What the log says about a response, and how loudly: `warn` is written by default, `info` only with LOG_LEVEL=info. */
interface SecurityEvent {
  level: 'info' | 'warn';
  message: string;
}

/** Statuses of refused requests. Expired sessions and invalid values are part of normal use. */
const REFUSALS: Record<number, SecurityEvent> = {
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

/** Another system's requests are logged one by one, with the name of its key. */
const REQUEST_BY_API_KEY: SecurityEvent = { level: 'info', message: 'request by API key' };

/** Who made a request: an API key by its name, an operator, who is a person, by id alone. */
const describeOperator = ({ kind, id, name }: OperatorActor) => (kind === 'api_key' ? { kind, id, name } : { kind, id });

/** What to log about the response to a call; undefined for nothing. Renewing a session is logged like logging in. */
export function describeSecurityEvent(call: string | undefined, status: number): SecurityEvent | undefined {
  if (call !== undefined && LOG_INS.has(call) && status < 500)
    return status === 200 ? { level: 'info', message: 'log-in succeeded' } : { level: 'warn', message: 'log-in not granted' };
  return REFUSALS[status];
}

/**
 * Logs log-ins, refused requests and requests by API keys: who, from where, which call. Neither addresses of people nor values are logged, and paths only as the
 * pattern of the route.
 */
export function registerSecurityLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions;
    const event =
      describeSecurityEvent(config.call, reply.statusCode) ??
      (request.operator?.kind === 'api_key' ? REQUEST_BY_API_KEY : undefined);
    if (!event) return;
    request.log[event.level](
      {
        call: config.call ?? `${request.method} ${url ?? 'unknown path'}`,
        status: reply.statusCode,
        customerId: request.context?.caller.customerId ?? null,
        ...(request.operator ? { operator: describeOperator(request.operator) } : {}),
        remoteAddress: request.ip,
      },
      event.message,
    );
  });
}
