import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/database.ts';
import { isActing } from '../http/acting.ts';
import type { Gate, Visit } from '../http/endpoint.ts';
import { forbidden, tooMany } from '../http/errors.ts';
import type { Hosts } from '../http/hosts.ts';
import { countAttempt, type Limit, networkOf } from '../http/rate-limit.ts';
import { actFor, type Scope } from '../http/scope.ts';
import { findActor } from './access.queries.ts';
import { mayActFor } from './access.rules.ts';
import type { Sessions } from './sessions.ts';
import { hashOf } from './tokens.ts';

/** How often one network may make calls that need no session. Log-ins and error reports have tighter limits of their own. */
export function openGate(db: Db, hosts: Hosts, sessions: Sessions, anonymousLimit: number): Gate {
  const general: Limit = { name: 'anonymous', most: anonymousLimit, windowSeconds: 60 };
  const reports: Limit = { name: 'report', most: 30, windowSeconds: 60 };

  return {
    visitOf: async (request: FastifyRequest): Promise<Visit | undefined> => {
      const { authorization } = request.headers;
      const accessHash =
        authorization?.slice(0, 7).toLowerCase() === 'bearer ' ? hashOf(authorization.slice(7).trim()) : undefined;
      if (!accessHash) return undefined;
      const brand = await hosts.brandOf(request);
      return sessions.visitOf(accessHash, brand.id);
    },

    admit: async (request, limit) => {
      // The log-in and the request for a new password count for themselves, by account and network.
      if (limit === 'login' || limit === 'recovery') return;
      const wait = await countAttempt(db, [{ limit: limit === 'report' ? reports : general, subject: networkOf(request.ip) }]);
      if (wait > 0) throw tooMany(wait);
    },

    checkClaims: async (visit, { organisationId, impersonatedId }): Promise<Scope> => {
      if (organisationId && organisationId !== visit.caller.organisationId)
        throw forbidden('This belongs to another organisation.');
      if (!impersonatedId || impersonatedId === visit.scope.customerId) return visit.scope;
      // One person at a time: what the session says leads, and nobody acts for a third person through a second.
      if (isActing(visit)) throw forbidden('You are acting for somebody else.');
      const target = await findActor(db, visit.caller.organisationId, impersonatedId);
      if (!target || !mayActFor(visit.caller, target)) throw forbidden('You may not act for this person.');
      return actFor(visit.caller, target);
    },
  };
}
