import type { Scope } from './scope.ts';

/** The person who logged in, and the person whose cart, prices and orders the request is about. */
export interface RequestContext {
  /** The session, to end or change it. */
  sessionId: string;
  /** The person who logged in. */
  caller: Scope;
  /** The impersonated person; otherwise the caller. */
  effective: Scope;
  /** When impersonation ends automatically. */
  impersonationEndsAt?: Date;
}
