import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sessions } from '#api/identity/sessions/sessions.ts';
import { registerEndpoint, SerializedResponse } from '#api/platform/http/endpoint.ts';
import { toNetworkPrefix } from '#api/platform/http/rate-limit.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { cleanEmail } from '../emails/email.rules.ts';
import { hashLinkToken } from '../sessions/tokens.ts';
import {
  ACTIVATION_PURPOSES,
  findDoneLink,
  findPasswordRuleByLink,
  getOwnPasswordRule,
  type LinkPurpose,
  type OpenedPasswordLink,
  RECOVERY_PURPOSES,
} from './links.queries.ts';
import { AWAITS_APPROVAL, CAN_LOG_IN, NO_RULE, RECOVERY_LINK_TTL_MINUTES, toWirePasswordRule } from './passwords.rules.ts';
import { requestPasswordRecovery } from './recovery.actions.ts';
import { changePassword, setPasswordByLink } from './set-password.actions.ts';

/** The same response for every address, so that it does not reveal which ones have an account. */
const RECOVERY_MESSAGE = `If there is an account for this email address, we have sent a link to it. The link is valid for ${RECOVERY_LINK_TTL_MINUTES} minutes.`;

/** Matches no link: an invalid token takes the same path, and the same time, as a valid one. */
const NO_HASH = Buffer.alloc(32);

/** Password recovery, invitation links and changes of passwords. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'hosts' | 'jobs' | 'vault'> & { sessions: Sessions },
): void {
  const { db, authenticator, hosts, sessions } = dependencies;

  const toOpenedLink = async (
    request: FastifyRequest,
    input: { token?: string; email?: string },
  ): Promise<OpenedPasswordLink> => ({
    brandId: (await hosts.getBrandForRequest(request)).id,
    hash: hashLinkToken(input.token) ?? NO_HASH,
    email: cleanEmail(input.email),
  });
  const check = async (request: FastifyRequest, input: { token?: string; email?: string }, purposes: readonly LinkPurpose[]) => {
    const link = await toOpenedLink(request, input);
    const found = await findPasswordRuleByLink(db, link, purposes);
    if (found) return { ...NO_RULE, success: true, ...toWirePasswordRule(found.rule), oId: found.organisationId };
    const done = await findDoneLink(db, link, purposes);
    return done ? { ...NO_RULE, userRegistrationType: done.awaitsApproval ? AWAITS_APPROVAL : CAN_LOG_IN } : NO_RULE;
  };

  registerEndpoint(app, authenticator, 'POST /api/passwordrecovery', async ({ form, request }) => {
    const { id: brandId } = await hosts.getBrandForRequest(request);
    await requestPasswordRecovery(db, dependencies, { brandId, network: toNetworkPrefix(request.ip) }, form.username);
    // Fastify would send a string as plain text.
    return new SerializedResponse(Buffer.from(JSON.stringify(RECOVERY_MESSAGE)));
  });

  registerEndpoint(app, authenticator, 'GET /api/checkpasswordtoken', ({ query, request }) =>
    check(request, query, RECOVERY_PURPOSES),
  );

  registerEndpoint(app, authenticator, 'GET /api/checkinvitationtoken', ({ query, request }) =>
    check(request, query, ACTIVATION_PURPOSES),
  );

  registerEndpoint(app, authenticator, 'POST /api/customers/updatePassword', async ({ body, request }) => {
    const { customerId, ...result } = await setPasswordByLink(
      db,
      dependencies,
      await toOpenedLink(request, body),
      body,
      request.id,
    );
    if (customerId !== undefined) sessions.evictPerson(customerId);
    return result;
  });

  registerEndpoint(app, authenticator, 'GET /api/passwordrule', async ({ context }) =>
    toWirePasswordRule((await getOwnPasswordRule(db, context.caller)).rule),
  );

  registerEndpoint(app, authenticator, 'POST /api/changepassword', async ({ body, context, request }) => {
    await changePassword(db, dependencies, context, body, request.id);
    sessions.evictPerson(context.caller.customerId);
    return { success: true, msg: null };
  });
}
