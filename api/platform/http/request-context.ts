import type { Scope } from './scope.ts';

/** Who is asking: the person who logged in, and the person whose cart, prices and orders the request is about. */
export interface RequestContext {
  /** The session, to end or change it. */
  sessionId: string;
  /** The person who logged in. */
  caller: Scope;
  /** The person acted for; the caller unless impersonating. */
  effective: Scope;
  /** When acting for somebody ends by itself. */
  impersonationEndsAt?: Date;
}
