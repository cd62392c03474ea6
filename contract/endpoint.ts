import type { TObject, TSchema } from 'typebox';

export type Permission =
  | 'AllowDashboard'
  | 'AllowAdhocOrder'
  | 'AllowAdhocOrderModal'
  | 'AllowUniformBuilder'
  | 'AllowProducts'
  | 'AllowProductsModal'
  | 'AllowStockEnquiry';

export type OrganisationRole = 'OrganisationAdmin' | 'OrganisationBuyer' | 'OrganisationSales' | 'OrganisationStaff';

/**
 * Who may call an endpoint. There is no default: an endpoint that does not say so does not compile.
 * - `anonymous`: no token needed, none read. Rate limited.
 * - `optional`: a token is read when there is one.
 * - `signedIn`: any customer with a valid session.
 * - `permissions`: a customer who holds at least one of them.
 * - `roles`: a customer in at least one of them.
 */
export type Access =
  | { kind: 'anonymous' }
  | { kind: 'optional' }
  | { kind: 'signedIn' }
  | { kind: 'permissions'; anyOf: readonly Permission[] }
  | { kind: 'roles'; anyOf: readonly OrganisationRole[] };

/** One call of the API: what goes in, what comes out, who may make it. */
export interface Endpoint {
  summary: string;
  access: Access;
  params?: TObject;
  query?: TObject;
  /** JSON body. With `root` the canonical body is `{ [root]: body }`; a flat body is accepted too. */
  body?: TObject;
  root?: string;
  /** Where the keys of 422 answers begin with the root: `address.city`. */
  rootInErrors?: true;
  /** application/x-www-form-urlencoded body. */
  form?: TObject;
  /** Body of the 200 answer. */
  reply: TSchema;
  /** The answer is 201, with the address of what was made in `Location`. */
  created?: true;
  /** Envelope key whose entities the `fields` query filters. */
  fieldsOf?: string;
  /** Largest accepted body in bytes, where it differs from the server's 1 MiB. */
  bodyLimit?: number;
  /**
   * Whether the call may be made while its caller acts for somebody else. Said nowhere, what only reads may and what
   * changes something may not: a new call that is about the caller's own account cannot be forgotten.
   */
  whileImpersonating?: 'allowed' | 'refused';
  /** A GET that changes something, by the wire's own design: only the portal's own scripts may make it. */
  changesByGet?: true;
  /** Name of the rate limit that applies beside the general one. */
  limit?: 'login' | 'recovery' | 'report';
  tags: readonly string[];
}

/** Declares an endpoint and keeps its exact schema types for both sides. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

export const anonymous = { kind: 'anonymous' } as const;
export const optional = { kind: 'optional' } as const;
export const signedIn = { kind: 'signedIn' } as const;
export const permissions = <const P extends readonly Permission[]>(...anyOf: P) => ({ kind: 'permissions', anyOf }) as const;

export const roles = <const R extends readonly OrganisationRole[]>(...anyOf: R) => ({ kind: 'roles', anyOf }) as const;

/** "P:cat" of the wire contract: whoever can see products in any of the portal's ways. */
export const catalogueReaders = permissions(
  'AllowProducts',
  'AllowProductsModal',
  'AllowAdhocOrder',
  'AllowAdhocOrderModal',
  'AllowUniformBuilder',
  'AllowStockEnquiry',
);
