import type { FastifyRequest } from 'fastify';
import type { Hosts } from '#api/platform/http/hosts.ts';
import { toNetworkPrefix } from '#api/platform/http/rate-limit.ts';

/** The brand and network of a request without a session, and the request's id. */
export interface RegistrationOrigin {
  brandId: number;
  network: string;
  requestId: string;
}

/** The origin of a request without a session. Throws 421 for a host that belongs to no brand. */
export async function getRegistrationOrigin(hosts: Hosts, request: FastifyRequest): Promise<RegistrationOrigin> {
  return {
    brandId: (await hosts.getBrandForRequest(request)).id,
    network: toNetworkPrefix(request.ip),
    requestId: request.id,
  };
}
