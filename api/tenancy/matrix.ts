import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { buildRequest, type Ids, idPlaces } from './requests.ts';

/** Somebody who calls: with which token, at which host, with what of their own. */
export interface Caller {
  name: string;
  host: string;
  token: string | undefined;
  own: Ids;
  roles: readonly string[];
  permissions: readonly string[];
  /** Words that must not appear in any answer to this caller. */
  forbidden: readonly string[];
}

/** Ids that belong to somebody else; kinds that are left out are not tried. */
export interface Target {
  name: string;
  ids: Partial<Ids>;
}

export interface MatrixResult {
  cells: number;
  /** One line per answer that was wrong. */
  faults: string[];
}

const endpoints = Object.entries(contract) as [string, Endpoint][];

function mayCall({ access }: Endpoint, caller: Caller): 'yes' | 401 | 403 {
  if (access.kind === 'anonymous' || access.kind === 'optional') return 'yes';
  if (caller.token === undefined || caller.roles.length === 0) return 401;
  if (access.kind === 'permissions') return access.anyOf.some((name) => caller.permissions.includes(name)) ? 'yes' : 403;
  if (access.kind === 'roles') return access.anyOf.some((name) => caller.roles.includes(name)) ? 'yes' : 403;
  return 'yes';
}

/** Ids of these kinds name things of other tenants; asked for in a filter they may answer an empty list instead. */
const isFilter = (path: string) => path.startsWith('query.');

/**
 * Calls every entry of the contract as every caller: once plainly, then once for every place of an id and every target
 * with the target's id in that place. An answer is wrong when it carries a forbidden word, is a server error, lets
 * somebody in who may not call at all, or succeeds on somebody else's thing that it was asked for by id.
 */
export async function runMatrix(
  app: FastifyInstance,
  callers: readonly Caller[],
  targets: readonly Target[],
): Promise<MatrixResult> {
  const result: MatrixResult = { cells: 0, faults: [] };
  for (const [call, endpoint] of endpoints) {
    // Ending the session, or flipping its prices, would only change who asks next.
    if (call === 'GET /api/logout') continue;
    for (const caller of callers) {
      const allowed = mayCall(endpoint, caller);
      const cells = [
        { place: 'plain', request: buildRequest(call, endpoint, caller.own), foreign: false },
        ...idPlaces(endpoint).flatMap(({ path, entity }) =>
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
        const response = await app.inject({
          method: request.method,
          url: request.url,
          headers: {
            host: caller.host,
            ...(caller.token ? { authorization: `Bearer ${caller.token}` } : {}),
            ...(request.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          },
          ...(request.payload === undefined ? {} : { payload: request.payload }),
        });
        const fault = (what: string) => result.faults.push(`${call} as ${caller.name}, ${place}: ${what}`);
        const { statusCode, payload } = response;
        const leaked = caller.forbidden.find((word) => payload.toLowerCase().includes(word.toLowerCase()));
        if (leaked) fault(`the answer ${statusCode} carries ${leaked}`);
        if (statusCode >= 500) fault(`answers ${statusCode}`);
        if (allowed !== 'yes' && statusCode !== allowed) fault(`answers ${statusCode} instead of ${allowed}`);
        if (allowed === 'yes' && foreign && statusCode < 300)
          fault(`succeeds with ${statusCode} on what belongs to somebody else`);
      }
    }
  }
  return result;
}
