import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAuthError } from '#api/platform/http/errors.ts';
import { isSameOrigin } from '#api/platform/http/origin.ts';
import { toNetworkPrefix } from '#api/platform/http/rate-limit.ts';
import { createDeviceCookie, readCookie } from '../login/device-cookie.ts';
import type { OperatorLogInOrigin } from './operator-log-in.actions.ts';

const DEVICE_COOKIE = '__Host-livery-operator-device';

/** Where a log-in comes from. Throws OAuth `invalid_request` for a page on another site, which must not be able to log an operator in here. */
export function getOperatorLogInOrigin(request: FastifyRequest): OperatorLogInOrigin {
  if (!isSameOrigin(request)) throw new OAuthError(400, 'invalid_request', 'Please log in on the operators’ own page.');
  return {
    network: toNetworkPrefix(request.ip),
    userAgent: request.headers['user-agent'],
    requestId: request.id,
    deviceToken: readCookie(request, DEVICE_COOKIE),
  };
}

/** Makes the browser a known device of the operator who has just logged in. */
export function setOperatorDevice(reply: FastifyReply, deviceToken: string): void {
  reply.header('set-cookie', createDeviceCookie(DEVICE_COOKIE, deviceToken));
}
