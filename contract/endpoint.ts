import type { TObject, TSchema } from 'typebox';

/** What a person may do in the ordering part of the portal. Organisations grant permissions to roles. */
export type Permission =
  | 'AllowDashboard'
  | 'AllowAdhocOrder'
  | 'AllowAdhocOrderModal'
  | 'AllowUniformBuilder'
  | 'AllowProducts'
  | 'AllowProductsModal'
  | 'AllowStockEnquiry';

/** The portal's own roles within an organisation. */
export type OrganisationRole = 'OrganisationAdmin' | 'OrganisationBuyer' | 'OrganisationSales' | 'OrganisationStaff';

/**
 * What an API key of the supplier may be allowed to do, and of what the rights of operators consist (`identity/operators/operator-rights.ts`). `write`
 * includes `read`.
 */
export const API_KEY_SCOPES = [
  'orders:read',
  'orders:write',
  'shipments:read',
  'shipments:write',
  'stock:read',
  'stock:write',
  'catalogue:read',
  'catalogue:write',
  'returns:read',
  'returns:write',
  'invoices:read',
  'invoices:write',
  'content:read',
  'content:write',
  'quotes:read',
  'quotes:write',
  'tailoring:read',
  'tailoring:write',
  'people:read',
  'people:write',
  'organisations:read',
  'organisations:write',
] as const;
/** One thing that an API key may be allowed to do. */
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/**
 * Who may call an endpoint. There is no default: an endpoint without it does not compile.
 * - `anonymous`: needs no token and reads none. Rate limited.
 * - `optional`: reads a token when there is one.
 * - `signedIn`: any customer with a valid session.
 * - `permissions`: a customer who holds at least one of them.
 * - `roles`: a customer in at least one of them; with `permission` one who also holds that.
 * - `operator`: operators of the supplier whose rights include `scope`, and API keys that hold it; without a scope operators with the right
 *   `administrator` alone. With `anyRight` every operator, whatever their rights. Customers' tokens are refused, and the tokens of operators and API
 *   keys are refused by every other call.
 */
export type Access =
  | { kind: 'anonymous' }
  | { kind: 'optional' }
  | { kind: 'signedIn' }
  | { kind: 'permissions'; anyOf: readonly Permission[] }
  | { kind: 'roles'; anyOf: readonly OrganisationRole[]; permission?: Permission }
  | { kind: 'operator'; scope?: ApiKeyScope; anyRight?: true };

/** One call of the API: its input, its output and who may make it. */
export interface Endpoint {
  /** What the call is named in the API document (`operationId`) and in clients made from it: a verb first, unique, in camelCase. It never changes. */
  name: string;
  /** What the call does, in a few words in the imperative. */
  summary: string;
  /** What the summary does not say: who may call it, what repeating it does, errors to expect. Markdown. */
  description?: string;
  access: Access;
  params?: TObject;
  query?: TObject;
  /** JSON body. With `root` the canonical body is `{ [root]: body }`; a flat body is accepted too. */
  body?: TObject;
  root?: string;
  /** Set where the keys of 422 errors begin with the root: `address.city`. */
  rootInErrors?: true;
  /**
   * Properties of the JSON body that the schema does not name are refused (422) instead of ignored: the call replaces lists, or does without a list what it
   * does for all, and a misspelt name would do so unnoticed.
   */
  refusesUnknown?: true;
  /** application/x-www-form-urlencoded body. */
  form?: TObject;
  /** The body may also be sent as application/x-www-form-urlencoded, with the properties that are single values. */
  acceptsForm?: true;
  /** The body is one or several files, in the field `file` of a `multipart/form-data` form, or the bytes of one file. The route reads it itself. */
  upload?: 'file' | 'files' | 'bytes';
  /** Body of the 200 (or 201) response. */
  reply: TSchema;
  /** The response is 201 with the address of the new record in `Location`. */
  created?: true;
  /** Key of the reply whose records the `fields` query filters. */
  fieldsOf?: string;
  /** Largest accepted body in bytes, where it differs from the server's 256 KiB. */
  bodyLimit?: number;
  /**
   * Whether the call may be made during impersonation. By default, calls that only read may and calls that change
   * something may not, so that a new call about the caller's own account is protected without further thought.
   */
  whileImpersonating?: 'allowed' | 'refused';
  /**
   * Whether the call is refused in a trip of PunchOut: those about the account itself and all that is known of its person. A buyer's system has named its
   * user, who has not proved to be that person, and may be one of many.
   */
  inTrips?: 'refused';
  /** A GET that changes something, as the specification requires: only the portal's own scripts may make it. */
  changesByGet?: true;
  /** The call can be made on any host; others are refused with 421 on hosts that belong to no brand. */
  anyHost?: true;
  /** Rate limit that applies in addition to the general one. */
  limit?: 'login' | 'recovery' | 'report';
  /** Headings under which the API documentation lists the call. */
  tags: readonly string[];
}

/** Declares an endpoint and keeps its exact schema types for server and client. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

/** No token needed. */
export const anonymous = { kind: 'anonymous' } as const;
/** A token is read when there is one. */
export const optional = { kind: 'optional' } as const;
/** Anyone with a valid session. */
export const signedIn = { kind: 'signedIn' } as const;
/** Anyone with at least one of these permissions. */
export const permissions = <const P extends readonly Permission[]>(...anyOf: P) => ({ kind: 'permissions', anyOf }) as const;

/** Anyone with at least one of these roles. */
export const roles = <const R extends readonly OrganisationRole[]>(...anyOf: R) => ({ kind: 'roles', anyOf }) as const;

/** Admins who may see the dashboard. */
export const dashboardReaders = { kind: 'roles', anyOf: ['OrganisationAdmin'], permission: 'AllowDashboard' } as const;

/** Operators whose rights include this scope, and API keys that hold it. The path of the call begins with `/api/operator/`. */
export const operator = <const S extends ApiKeyScope>(scope: S) => ({ kind: 'operator', scope }) as const;
/** Operators with the right `administrator`, no API keys. The path of the call begins with `/api/operator/`. */
export const operatorAdministrator = { kind: 'operator' } as const;
/** Every operator, for what is the operator's own; no API keys. The path of the call begins with `/api/operator/`. */
export const anyOperator = { kind: 'operator', anyRight: true } as const;

/** Anyone who can see products on any screen ("P:cat" in the specification). */
export const catalogueReaders = permissions(
  'AllowProducts',
  'AllowProductsModal',
  'AllowAdhocOrder',
  'AllowAdhocOrderModal',
  'AllowUniformBuilder',
  'AllowStockEnquiry',
);

/** Anyone who can order on any screen ("P:order" in the specification). */
export const orderers = permissions(
  'AllowProducts',
  'AllowProductsModal',
  'AllowAdhocOrder',
  'AllowAdhocOrderModal',
  'AllowUniformBuilder',
);
