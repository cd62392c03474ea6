import type { FastifyRequest } from 'fastify';

/** A device stays known for half a year after its last login: every login renews the cookie. */
const ATTRIBUTES = `Path=/; Max-Age=${180 * 24 * 3600}; Secure; HttpOnly; SameSite=Strict`;

/** The Set-Cookie header that makes this browser a known device. */
export const createDeviceCookie = (name: string, token: string): string => `${name}=${token}; ${ATTRIBUTES}`;

/** The value of a cookie; undefined when the request has none of this name. */
export const readCookie = ({ headers }: FastifyRequest, name: string): string | undefined =>
  headers.cookie
    ?.split(';')
    .map((pair) => pair.trim().split('='))
    .find(([found]) => found === name)?.[1];
