import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { XLSX_MEDIA_TYPE } from '#api/platform/http/file-headers.ts';
import { Archive } from '#api/platform/workbook/unzip.ts';
import type { ApiKeyScope, Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { type BuiltRequest, buildRequest, type EntityIds, listIdLocations } from './requests.ts';

/** A caller of the matrix: the token, the host, and the ids of the caller's own data. */
export interface MatrixCaller {
  name: string;
  host: string;
  token: string | undefined;
  /** The token of the sizing service. */
  sizingToken?: string;
  own: EntityIds;
  roles: readonly string[];
  permissions: readonly string[];
  /** The scopes of an operator (all) or API key; left out for customers. */
  operatorScopes?: readonly ApiKeyScope[] | 'all';
  /** Words that must not appear in any response to this caller. */
  forbidden: readonly string[];
  /** The same for calls by role, which concern the person who logged in, also during impersonation. */
  forbiddenByRole?: readonly string[];
  /** The same for calls about people, where the caller reaches more people than other data. */
  forbiddenInPeople?: readonly string[];
  /** The same for the lists of orders. */
  forbiddenInOrders?: readonly string[];
  /** Whether the session is that of a trip of PunchOut. */
  isInTrip?: boolean;
}

/** Ids of another tenant or group; kinds that are left out are not tried. */
export interface MatrixTarget {
  name: string;
  ids: Partial<EntityIds>;
}

export interface MatrixResult {
  cells: number;
  /** One line for each wrong response. */
  failures: string[];
}

/** Calls that end sessions or impersonations, and so would affect later requests. They have tests of their own. */
const ENDS_SESSION = new Set([
  'GET /api/logout',
  'GET /api/customers/impersonateCancel',
  'DELETE /api/sessions',
  'POST /api/operator/logout',
]);

/** Calls about rows as typed, in which the id of someone else counts as none: what is wrong with a row stands in the row. */
const IGNORES_FOREIGN_IDS = new Set(
  ['POST /api/ordersheets/check', 'POST /api/ordersheets', 'PUT /api/ordersheets/:id'].map(
    (call) => `${call} body.rows[].customerId`,
  ),
);

/** What the contract says of a call. */
export const endpointOf = (call: string): Endpoint => (contract as Record<string, Endpoint>)[call] as Endpoint;

/** The calls that the matrix makes, in the order of the contract. */
export const MATRIX_CALLS: readonly string[] = Object.keys(contract).filter((call) => !ENDS_SESSION.has(call));

function getExpectedAccess({ access, inTrips }: Endpoint, caller: MatrixCaller): 'yes' | 401 | 403 {
  if (access.kind === 'anonymous' || access.kind === 'optional') return 'yes';
  if (access.kind === 'operator') {
    if (!caller.operatorScopes) return 401;
    if (caller.operatorScopes === 'all') return 'yes';
    return access.scope && caller.operatorScopes.includes(access.scope) ? 'yes' : 403;
  }
  if (caller.token === undefined || caller.roles.length === 0) return 401;
  if (caller.isInTrip && inTrips === 'refused') return 403;
  if (access.kind === 'permissions') return access.anyOf.some((name) => caller.permissions.includes(name)) ? 'yes' : 403;
  if (access.kind === 'roles') {
    const isPermitted = !access.permission || caller.permissions.includes(access.permission);
    return access.anyOf.some((name) => caller.roles.includes(name)) && isPermitted ? 'yes' : 403;
  }
  return 'yes';
}

/** A filter by an id of another tenant may return an empty list instead of an error. */
const isFilter = (path: string) => path.startsWith('query.');

const MAX_WORKBOOK_BYTES = 256 * 1024 * 1024;

/** The text of a response; for a workbook, its unpacked files, in which cells stand as they are: to parse them takes several times as long. */
async function readText({ headers, payload, rawPayload }: LightMyRequestResponse): Promise<string> {
  if (headers['content-type'] !== XLSX_MEDIA_TYPE) return payload;
  const archive = await Archive.open(rawPayload, MAX_WORKBOOK_BYTES);
  const chunks: Buffer[] = [];
  for (const path of archive.paths) for await (const chunk of archive.read(path)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

interface Cell {
  position: string;
  request: BuiltRequest;
  /** Whether the response must not be a success. */
  isForeign: boolean;
}

/** A caller in the order of those who may make a call, or in that of those who may not. */
interface Turn {
  caller: MatrixCaller;
  isAllowed: boolean;
  place: number;
  /** How many callers are in that order. */
  of: number;
}

function listTurns(endpoint: Endpoint, callers: readonly MatrixCaller[]): Turn[] {
  const isAllowed = (caller: MatrixCaller) => getExpectedAccess(endpoint, caller) === 'yes';
  const [allowed, refused] = [callers.filter(isAllowed), callers.filter((caller) => !isAllowed(caller))];
  return [
    ...allowed.map((caller, place) => ({ caller, isAllowed: true, place, of: allowed.length })),
    ...refused.map((caller, place) => ({ caller, isAllowed: false, place, of: refused.length })),
  ];
}

function listCells(call: string, endpoint: Endpoint, { caller, isAllowed, place, of }: Turn, targets: readonly MatrixTarget[]) {
  const plain = (): Cell => ({ position: 'plain', request: buildRequest(call, endpoint, caller.own), isForeign: false });
  const foreign = listIdLocations(endpoint).flatMap(({ path, entity }, index) =>
    targets.flatMap(({ name, ids }, target) => {
      const id = ids[entity];
      const isTriedByAll = target === 0 && caller.operatorScopes === undefined;
      const isInTurn = !isAllowed || isTriedByAll || (index + target) % of === place;
      if (id === undefined || !isInTurn) return [];
      return {
        position: `${path} of ${name}`,
        request: () => buildRequest(call, endpoint, caller.own, { path, id }),
        isForeign: !isFilter(path) && !IGNORES_FOREIGN_IDS.has(`${call} ${path}`),
      };
    }),
  );
  const build = ({ request, ...rest }: (typeof foreign)[number]): Cell => ({ ...rest, request: request() });
  if (isAllowed) return [plain(), ...foreign.map(build)];
  const next = foreign[place % foreign.length];
  return [next ? build(next) : plain()];
}

/**
 * Calls every endpoint of the contract, or those of `calls`, as every caller: once with the caller's own ids, and once for every id of the request with
 * that of the first target, which shares most with the caller. The other targets are each tried at every id by one of the callers, in turn; of operators
 * and API keys, which are kept to their brands in the same way, the first target too. A caller who may not call the endpoint at all is refused before any
 * id is read: one request shows that, with an id of someone else where there is one. A response is wrong when it contains a forbidden word, is a server
 * error, ignores that the caller may not call the endpoint, or succeeds for an id of someone else.
 */
export async function runMatrix(
  app: FastifyInstance,
  callers: readonly MatrixCaller[],
  targets: readonly MatrixTarget[],
  calls: readonly string[] = MATRIX_CALLS,
): Promise<MatrixResult> {
  const result: MatrixResult = { cells: 0, failures: [] };
  for (const call of calls) {
    const endpoint = endpointOf(call);
    for (const turn of listTurns(endpoint, callers)) {
      const { caller } = turn;
      const allowed = getExpectedAccess(endpoint, caller);
      const token = call.includes(' /sizing/') ? (caller.sizingToken ?? caller.token) : caller.token;
      for (const { position, request, isForeign } of listCells(call, endpoint, turn, targets)) {
        result.cells += 1;
        const addFailure = (what: string) => result.failures.push(`${call} as ${caller.name}, ${position}: ${what}`);
        const response = await app
          .inject({
            method: request.method,
            url: request.url,
            headers: {
              host: caller.host,
              ...(token ? { authorization: `Bearer ${token}` } : {}),
              ...(request.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
            },
            ...(request.payload === undefined ? {} : { payload: request.payload }),
          })
          .catch(() => undefined);
        // While a file is being sent, the response can only be aborted.
        if (!response) {
          addFailure('the response is aborted');
          continue;
        }
        const { statusCode } = response;
        const payload = await readText(response);
        const searched = payload.toLowerCase();
        const words =
          (call.startsWith('GET /api/customers') && caller.forbiddenInPeople) ||
          (call.startsWith('GET /api/orders') && caller.forbiddenInOrders) ||
          (endpoint.access.kind === 'roles' && caller.forbiddenByRole) ||
          caller.forbidden;
        const leaked = words.find((word) => searched.includes(word.toLowerCase()));
        if (leaked) addFailure(`the response ${statusCode} contains ${leaked}`);
        if (statusCode >= 500) addFailure(`responds with ${statusCode}`);
        if (allowed !== 'yes' && statusCode !== allowed) addFailure(`responds with ${statusCode} instead of ${allowed}`);
        // Calls that report success in the body, such as those by a token, report the refusal there.
        if (allowed === 'yes' && isForeign && statusCode < 300 && !payload.startsWith('{"success":false'))
          addFailure(`succeeds with ${statusCode} for an id of someone else`);
      }
    }
  }
  return result;
}
