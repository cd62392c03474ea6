import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
import Type, { type TObject } from 'typebox';
import type { Access, Endpoint, Permission } from '#contract/endpoint.ts';
import {
  type BodyOf,
  type Call,
  type Contract,
  contract,
  type FormOf,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '#contract/index.ts';
import { createCardNumberCheck } from './card-number-check.ts';
import { badRequest, forbidden, HttpError, unauthorised } from './errors.ts';
import { checkImpersonation, IMPERSONATION_HEADER } from './impersonation.ts';
import { mayCall, type OperatorScope } from './operator-scope.ts';
import { checkOrigin } from './origin.ts';
import { selectFields } from './paging.ts';
import type { RequestContext } from './request-context.ts';
import {
  findUnknownNames,
  findUnknownParameters,
  fromJson,
  fromPairs,
  fromPath,
  parseUrlEncoded,
  type RawValues,
  withoutRoot,
} from './request-values.ts';
import { hasRole, type Scope } from './scope.ts';
import { compileCheck } from './validation.ts';

type ContextOf<A extends Access> = A extends { kind: 'anonymous' }
  ? undefined
  : A extends { kind: 'optional' }
    ? RequestContext | undefined
    : A extends { kind: 'operator' }
      ? undefined
      : RequestContext;

/** The input of a handler: validated values of the contract's types and the verified context. */
export interface EndpointInput<C extends Call> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  form: FormOf<C>;
  context: ContextOf<Contract[C]['access']>;
  /** Who makes a call of the supplier's; undefined for every other call. */
  operator: Contract[C]['access'] extends { kind: 'operator' } ? OperatorScope : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What `registerEndpoint` needs from the rest of the server. */
export interface Authenticator {
  /** The context of a request's bearer token on the request's host; undefined when there is no valid one. */
  authenticate(request: FastifyRequest): Promise<RequestContext | undefined>;
  /** The operator or API key of a request's bearer token; undefined when there is no valid one. */
  authenticateOperator(request: FastifyRequest): Promise<OperatorScope | undefined>;
  /** Throws 421 when the request's host belongs to no brand. */
  checkHost(request: FastifyRequest): Promise<void>;
  /** Counts an anonymous request; throws 429 above the limit. */
  checkRateLimit(request: FastifyRequest, limit: Endpoint['limit']): Promise<void>;
  /** Checks `organisationId` and `impersonatedId` of a query against the context; returns the scope whose data the request is about. */
  resolveTenant(context: RequestContext, claims: { organisationId?: number; impersonatedId?: number }): Promise<Scope>;
}

/** A response that is already serialised JSON, as the call's schema defines it. Its headers are set. */
export class SerializedResponse {
  readonly content: Buffer;

  constructor(content: Buffer) {
    this.content = content;
  }
}

/** A response that is a file, streamed while it is generated. Its headers are set. */
export class FileStream {
  readonly content: Readable;
  readonly type: string;

  constructor(content: Readable, type: string) {
    this.content = content;
    this.type = type;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext | undefined;
    operator: OperatorScope | undefined;
  }
  interface FastifyContextConfig {
    call?: Call;
  }
}

// While impersonating, the impersonated person's permissions decide what can be ordered, and the caller's whether dashboards open.
const holdsPermission = ({ caller, effective }: RequestContext, name: Permission) =>
  (name === 'AllowDashboard' ? caller : effective).permissions.includes(name);

function checkOperatorAccess(access: Extract<Access, { kind: 'operator' }>, operator: OperatorScope | undefined) {
  if (!operator) throw unauthorised();
  if (mayCall(operator, access)) return;
  if (operator.kind === 'operator') throw forbidden('Your rights do not include this. Ask an administrator of your brands.');
  throw forbidden(
    access.scope ? `This API key lacks the scope ${access.scope}.` : 'Only operators may do this; an API key may not.',
  );
}

const ONLY_SHOPPING = 'In a visit from a purchasing system you can only shop. For everything else, please log in to the portal.';

function checkAccess({ access, inTrips }: Pick<Endpoint, 'access' | 'inTrips'>, context: RequestContext | undefined) {
  if (access.kind === 'anonymous' || access.kind === 'optional' || access.kind === 'operator') return;
  if (!context) throw unauthorised();
  if (context.caller.trip && inTrips === 'refused') throw forbidden(ONLY_SHOPPING);
  const refusal = () => forbidden(context.caller.trip ? ONLY_SHOPPING : undefined);
  if (access.kind === 'permissions' && !access.anyOf.some((name) => holdsPermission(context, name))) throw refusal();
  if (access.kind !== 'roles') return;
  if (!hasRole(context.caller, ...access.anyOf)) throw refusal();
  if (access.permission && !holdsPermission(context, access.permission)) throw refusal();
}

/**
 * Throws 401 or 403 unless a customer may make a call, by its `access` in the contract. It is for what belongs to that call but has calls of its own;
 * rules of the call's handler are not asked.
 */
export const assertMayCall = (call: Call, context: RequestContext): void => checkAccess(contract[call], context);

/** As `assertMayCall`, also by the rules of impersonation. */
export function assertMayCallNow(call: Call, context: RequestContext): void {
  assertMayCall(call, context);
  checkImpersonation(call.split(' ', 1)[0] as string, contract[call], context, {});
}

/** Throws 403 unless an operator may make a call of the supplier's. */
export function assertOperatorMayCall(call: Call, operator: OperatorScope): void {
  const { access }: Endpoint = contract[call];
  if (access.kind !== 'operator') throw forbidden();
  checkOperatorAccess(access, operator);
}

/** The query of a call in text form, `a=1&b=2`, as its handler gets it. Throws 400 for values that are not valid, and for parameters that the call does not have. */
export function readCallQuery<C extends Call>(call: C, encoded: string): QueryOf<C> {
  const { query: schema }: Endpoint = contract[call];
  assertNoneUnknownIn(`?${encoded}`, schema);
  const query = fromPairs(schema ?? Type.Object({}), parseUrlEncoded(encoded));
  if (schema) compileCheck(schema, 400)(query);
  return query as QueryOf<C>;
}

/** A body that is only stored for people to read may have any shape. */
const isLenient = (schema: TObject) => (schema as { lenient?: boolean }).lenient === true;

/** Throws 422 for properties that the schema of a body does not name. */
function assertNoneUnknown(schema: TObject, body: unknown): void {
  const unknown = findUnknownNames(schema, body);
  if (unknown.length === 0) return;
  throw new HttpError(
    422,
    Object.fromEntries(unknown.map((path) => [path, ['There is no such property. Nothing was changed.']])),
  );
}

/** Throws 400 for parameters of a query that a call does not have: a misspelt filter would otherwise list everything. */
function assertNoneUnknownIn(url: string, schema: TObject | undefined): void {
  const unknown = findUnknownParameters(schema, url);
  if (unknown.length === 0) return;
  throw new HttpError(400, Object.fromEntries(unknown.map((name) => [name, ['There is no such parameter.']])));
}

/**
 * The URL pattern of a call's route. Below `/api/` it restricts ids to values that begin as a number does: a word in their place
 * is an unknown path, not an invalid id. The body and size service answers both with a code of its own.
 */
export function toRouteUrl(call: Call): string {
  const { params }: Endpoint = contract[call];
  const path = call.slice(call.indexOf(' ') + 1);
  if (!path.startsWith('/api/')) return path;
  return path.replaceAll(/:(\w+)/g, (parameter, name: string) =>
    (params?.properties[name] as { type?: string } | undefined)?.type === 'integer' ? `${parameter}(^-?\\d.*$)` : parameter,
  );
}

/**
 * Registers one call of the contract: rate limit, session, access check, values validated and named as in the schema,
 * `fields`, and the response written by the compiled schema.
 */
export function registerEndpoint<C extends Call>(
  app: FastifyInstance,
  authenticator: Authenticator,
  call: C,
  handle: (input: EndpointInput<C>) => Promise<ReplyOf<C> | SerializedResponse | FileStream>,
): void {
  const endpoint: Endpoint = contract[call];
  const [method] = call.split(' ') as [HTTPMethods];
  const { access } = endpoint;
  const open = access.kind === 'anonymous' || access.kind === 'optional';
  const refusesUnknownParameters = call.includes(' /api/operator/');
  const checkParams = endpoint.params && compileCheck(endpoint.params, 400);
  const checkQuery = endpoint.query && compileCheck(endpoint.query, 400);
  const contentSchema = endpoint.body ?? endpoint.form;
  const errorRoot = endpoint.rootInErrors ? endpoint.root : undefined;
  const checkContent = contentSchema && !isLenient(contentSchema) ? compileCheck(contentSchema, 422, errorRoot) : undefined;
  const checkTexts = contentSchema && createCardNumberCheck(contentSchema, errorRoot);

  const readContent = (raw: unknown): unknown => {
    if (endpoint.form) return fromPairs(endpoint.form, raw instanceof Map ? (raw as RawValues) : new Map());
    if (endpoint.acceptsForm && raw instanceof Map) return fromPairs(endpoint.body as TObject, raw as RawValues);
    const body = withoutRoot(endpoint.root, raw instanceof Map ? {} : (raw ?? {}));
    if (endpoint.refusesUnknown) assertNoneUnknown(endpoint.body as TObject, body);
    return fromJson(endpoint.body as TObject, body);
  };

  const route: RouteOptions = {
    method,
    url: toRouteUrl(call),
    config: { call },
    // HEAD must not change anything.
    exposeHeadRoute: !endpoint.changesByGet,
    ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
    schema: { response: { [endpoint.created ? 201 : 200]: endpoint.reply } },
    onRequest: async (request, reply) => {
      if (!endpoint.anyHost) await authenticator.checkHost(request);
      if (access.kind === 'operator') {
        request.operator = await authenticator.authenticateOperator(request);
        checkOperatorAccess(access, request.operator);
        return;
      }
      request.context = access.kind === 'anonymous' ? undefined : await authenticator.authenticate(request);
      // Calls without a session are limited, whatever the headers claim; calls with their own limit are limited for everyone.
      if (open && (!request.context || endpoint.limit)) await authenticator.checkRateLimit(request, endpoint.limit);
      if (endpoint.changesByGet) checkOrigin(request);
      checkAccess(endpoint, request.context);
      if (!request.context) return;
      checkImpersonation(method, endpoint, request.context, request.headers);
      reply.header(IMPERSONATION_HEADER, request.context.effective.customerId);
    },
    handler: async (request, reply) => {
      const params = endpoint.params && fromPath(endpoint.params, request.params as Record<string, string>);
      checkParams?.(params);
      if (refusesUnknownParameters) assertNoneUnknownIn(request.url, endpoint.query);
      const query = endpoint.query && fromPairs(endpoint.query, request.query as RawValues);
      checkQuery?.(query);
      const content = contentSchema && readContent(request.body);
      checkContent?.(content);
      checkTexts?.(content);
      let context = request.context;
      if (context && query && ('organisationId' in query || 'impersonatedId' in query)) {
        context = { ...context, effective: await authenticator.resolveTenant(context, query) };
        checkAccess(endpoint, context);
      }
      const result = await handle({
        params,
        query,
        body: endpoint.body && content,
        form: endpoint.form && content,
        context,
        operator: request.operator,
        request,
        reply,
      } as unknown as EndpointInput<C>);
      if (endpoint.created) reply.code(201);
      if (result instanceof SerializedResponse) return reply.type('application/json; charset=utf-8').send(result.content);
      if (result instanceof FileStream) return reply.type(result.type).send(result.content);
      const fields = query?.fields;
      if (endpoint.fieldsOf && typeof fields === 'string') {
        // The compiled serialiser requires every property; the filtered result is small enough for the generic one.
        reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
        return selectFields(result as object, endpoint.fieldsOf, fields);
      }
      return result;
    },
  };
  app.route(route);
}

/** The value of the optional Idempotency-Key header. Throws 400 when it is too long. */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  if (key.length > 200) throw badRequest('idempotencyKey', 'The Idempotency-Key header must not be longer than 200 characters.');
  return key;
}
