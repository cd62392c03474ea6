import type { Readable } from 'node:stream';
import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
import type { TObject } from 'typebox';
import type { Access, Endpoint } from '#contract/endpoint.ts';
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
import { ACTING_HEADER, checkActing } from './acting.ts';
import { forbidden, refused, unauthorised } from './errors.ts';
import { checkOrigin } from './origin.ts';
import { keepFields } from './paging.ts';
import { fromJson, fromPairs, fromPath, type RawValues, withoutRoot } from './request-values.ts';
import { hasRole, holdsAny, type Scope } from './scope.ts';
import { compileCheck } from './validation.ts';

/** Who is asking: the person who logged in, and the person whose cart, prices and orders the request is about. */
export interface Visit {
  /** The session, to end or change it. */
  sessionId: string;
  /** The person who logged in. */
  caller: Scope;
  /** The person acted for; the caller unless impersonating. */
  scope: Scope;
  /** When acting for somebody ends by itself. */
  actingUntil?: Date;
}

type VisitOf<A extends Access> = A extends { kind: 'anonymous' }
  ? undefined
  : A extends { kind: 'optional' }
    ? Visit | undefined
    : Visit;

/** What a handler is given: checked values of the contract's types and the verified visit. */
export interface Asked<C extends Call> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  form: FormOf<C>;
  visit: VisitOf<Contract[C]['access']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What `serve` needs from the rest of the server. */
export interface Gate {
  /** The visit of a request's bearer token on the request's host; undefined when there is no valid one. */
  visitOf(request: FastifyRequest): Promise<Visit | undefined>;
  /** Counts an anonymous request; throws 429 above the limit. */
  admit(request: FastifyRequest, limit: Endpoint['limit']): Promise<void>;
  /** Checks `organisationId` and `impersonatedId` of a query against the visit; answers whose data the request is about. */
  checkClaims(visit: Visit, claims: { organisationId?: number; impersonatedId?: number }): Promise<Scope>;
}

/** An answer that is already the bytes of its JSON, as the call's own schema writes it. Its headers are set. */
export class Written {
  readonly content: Buffer;

  constructor(content: Buffer) {
    this.content = content;
  }
}

/** An answer that is a file, sent while it is being made. Its headers are set. */
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
    visit: Visit | undefined;
  }
  interface FastifyContextConfig {
    call?: Call;
  }
}

function checkAccess(access: Access, visit: Visit | undefined) {
  if (access.kind === 'anonymous' || access.kind === 'optional') return;
  if (!visit) throw unauthorised();
  // Rights are the intersection of both people's while one acts for the other: the scope already holds it.
  if (access.kind === 'permissions' && !holdsAny(visit.scope, access.anyOf)) throw forbidden();
  if (access.kind === 'roles' && !hasRole(visit.caller, ...access.anyOf)) throw forbidden();
}

/** A body that is only kept for people to read may be of any shape. */
const isLenient = (schema: TObject) => (schema as { lenient?: boolean }).lenient === true;

/**
 * Serves one call of the contract: admission, session, who may call, values checked and named as in the schema,
 * `fields`, and the reply written by the compiled schema.
 */
export function serve<C extends Call>(
  app: FastifyInstance,
  gate: Gate,
  call: C,
  handle: (asked: Asked<C>) => Promise<ReplyOf<C> | Written | FileStream>,
): void {
  const endpoint: Endpoint = contract[call];
  const [method, url] = call.split(' ') as [HTTPMethods, string];
  const { access } = endpoint;
  const open = access.kind === 'anonymous' || access.kind === 'optional';
  const checkParams = endpoint.params && compileCheck(endpoint.params, 400);
  const checkQuery = endpoint.query && compileCheck(endpoint.query, 400);
  const content = endpoint.body ?? endpoint.form;
  const errorRoot = endpoint.rootInErrors ? endpoint.root : undefined;
  const checkContent = content && !isLenient(content) ? compileCheck(content, 422, errorRoot) : undefined;

  const readContent = (raw: unknown): unknown => {
    if (endpoint.form) return fromPairs(endpoint.form, raw instanceof Map ? (raw as RawValues) : new Map());
    const body = withoutRoot(endpoint.root, raw instanceof Map ? {} : (raw ?? {}));
    return fromJson(endpoint.body as TObject, body);
  };

  const route: RouteOptions = {
    method,
    url,
    config: { call },
    ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
    schema: {
      summary: endpoint.summary,
      tags: [...endpoint.tags],
      ...(open ? {} : { security: [{ bearer: [] }] }),
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(content ? { body: content } : {}),
      response: { [endpoint.created ? 201 : 200]: endpoint.reply },
    },
    onRequest: async (request, reply) => {
      request.visit = access.kind === 'anonymous' ? undefined : await gate.visitOf(request);
      // Whoever has no session counts, whatever the headers claim; calls with a limit of their own count for everybody.
      if (open && (!request.visit || endpoint.limit)) await gate.admit(request, endpoint.limit);
      if (endpoint.changesByGet) checkOrigin(request.headers);
      checkAccess(access, request.visit);
      if (!request.visit) return;
      checkActing(method, endpoint, request.visit, request.headers);
      reply.header(ACTING_HEADER, request.visit.scope.customerId);
    },
    handler: async (request, reply) => {
      const params = endpoint.params && fromPath(endpoint.params, request.params as Record<string, string>);
      checkParams?.(params);
      const query = endpoint.query && fromPairs(endpoint.query, request.query as RawValues);
      checkQuery?.(query);
      const read = content && readContent(request.body);
      checkContent?.(read);
      let visit = request.visit;
      if (visit && query && ('organisationId' in query || 'impersonatedId' in query)) {
        visit = { ...visit, scope: await gate.checkClaims(visit, query) };
        checkAccess(access, visit);
      }
      const answer = await handle({
        params,
        query,
        body: endpoint.body && read,
        form: endpoint.form && read,
        visit,
        request,
        reply,
      } as unknown as Asked<C>);
      if (endpoint.created) reply.code(201);
      if (answer instanceof Written) return reply.type('application/json; charset=utf-8').send(answer.content);
      if (answer instanceof FileStream) return reply.type(answer.type).send(answer.content);
      const wanted = query?.fields;
      if (endpoint.fieldsOf && typeof wanted === 'string') {
        // The compiled writer insists on every property; what is left after the filter is small enough for the plain one.
        reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
        return keepFields(answer as object, endpoint.fieldsOf, wanted);
      }
      return answer;
    },
  };
  app.route(route);
}

/** The header of an optional idempotency key. Throws 400 when it is too long to be one. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  if (key.length > 200) throw refused('idempotencyKey', 'The Idempotency-Key header must not be longer than 200 characters.');
  return key;
}
