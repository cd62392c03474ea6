import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { readXlsx } from 'hucre/xlsx';
import { XLSX_MEDIA_TYPE } from '#api/platform/http/file-headers.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { buildRequest, type EntityIds, listIdLocations } from './requests.ts';

/** Somebody who calls: with which token, at which host, with what of their own. */
export interface MatrixCaller {
  name: string;
  host: string;
  token: string | undefined;
  /** Of the body and size service. */
  sizingToken?: string;
  own: EntityIds;
  roles: readonly string[];
  permissions: readonly string[];
  /** Words that must not appear in any answer to this caller. */
  forbidden: readonly string[];
  /** The same for calls by role: they are about the person who logged in, also while acting for somebody else. */
  forbiddenByRole?: readonly string[];
  /** The same for people, where the caller reaches more of them than of anything else. */
  forbiddenInPeople?: readonly string[];
}

/** Ids that belong to somebody else; kinds that are left out are not tried. */
export interface MatrixTarget {
  name: string;
  ids: Partial<EntityIds>;
}

export interface MatrixResult {
  cells: number;
  /** One line per answer that was wrong. */
  failures: string[];
}

/** Calls that end sessions, or what they act for: they would only change who asks next. They have tests of their own. */
const CHANGES_WHO_ASKS = new Set(['GET /api/logout', 'GET /api/customers/impersonateCancel', 'DELETE /api/sessions']);

const endpoints = Object.entries(contract) as [string, Endpoint][];

function mayCall({ access }: Endpoint, caller: MatrixCaller): 'yes' | 401 | 403 {
  if (access.kind === 'anonymous' || access.kind === 'optional') return 'yes';
  if (caller.token === undefined || caller.roles.length === 0) return 401;
  if (access.kind === 'permissions') return access.anyOf.some((name) => caller.permissions.includes(name)) ? 'yes' : 403;
  if (access.kind === 'roles') return access.anyOf.some((name) => caller.roles.includes(name)) ? 'yes' : 403;
  return 'yes';
}

/** Ids of these kinds name things of other tenants; asked for in a filter they may answer an empty list instead. */
const isFilter = (path: string) => path.startsWith('query.');

/** What an answer says; of a workbook the words of its cells, which its bytes hide. */
async function readable({ headers, payload, rawPayload }: LightMyRequestResponse): Promise<string> {
  return headers['content-type'] === XLSX_MEDIA_TYPE ? JSON.stringify(await readXlsx(rawPayload)) : payload;
}

/**
 * Calls every entry of the contract as every caller: once plainly, then once for every place of an id and every target
 * with the target's id in that place. An answer is wrong when it carries a forbidden word, is a server error, lets
 * somebody in who may not call at all, or succeeds on somebody else's thing that it was asked for by id.
 */
export async function runMatrix(
  app: FastifyInstance,
  callers: readonly MatrixCaller[],
  targets: readonly MatrixTarget[],
): Promise<MatrixResult> {
  const result: MatrixResult = { cells: 0, failures: [] };
  for (const [call, endpoint] of endpoints) {
    if (CHANGES_WHO_ASKS.has(call)) continue;
    for (const caller of callers) {
      const allowed = mayCall(endpoint, caller);
      const token = call.includes(' /sizing/') ? (caller.sizingToken ?? caller.token) : caller.token;
      const cells = [
        { place: 'plain', request: buildRequest(call, endpoint, caller.own), foreign: false },
        ...listIdLocations(endpoint).flatMap(({ path, entity }) =>
          targets.flatMap(({ name, ids }) => {
            const id = ids[entity];
            if (id === undefined) return [];
            return [
              {
                place: `${path} of ${name}`,
                request: buildRequest(call, endpoint, caller.own, { path, id }),
                foreign: !isFilter(path),
              },
            ];
          }),
        ),
      ];
      for (const { place, request, foreign } of cells) {
        result.cells += 1;
        const fault = (what: string) => result.failures.push(`${call} as ${caller.name}, ${place}: ${what}`);
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
        // A file that is being sent can only break off.
        if (!response) {
          fault('breaks off');
          continue;
        }
        const { statusCode } = response;
        const payload = await readable(response);
        const words =
          (call.startsWith('GET /api/customers') && caller.forbiddenInPeople) ||
          (endpoint.access.kind === 'roles' && caller.forbiddenByRole) ||
          caller.forbidden;
        const leaked = words.find((word) => payload.toLowerCase().includes(word.toLowerCase()));
        if (leaked) fault(`the answer ${statusCode} carries ${leaked}`);
        if (statusCode >= 500) fault(`answers ${statusCode}`);
        if (allowed !== 'yes' && statusCode !== allowed) fault(`answers ${statusCode} instead of ${allowed}`);
        // Calls that answer whether something worked, such as those by a token, say so in the body.
        if (allowed === 'yes' && foreign && statusCode < 300 && !payload.startsWith('{"success":false'))
          fault(`succeeds with ${statusCode} on what belongs to somebody else`);
      }
    }
  }
  return result;
}
