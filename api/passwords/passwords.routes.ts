import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashOf } from '../access/tokens.ts';
import { serve, Written } from '../http/endpoint.ts';
import { networkOf } from '../http/rate-limit.ts';
import type { Portal } from '../portal.ts';
import { ACTIVATION, findRuleOfLink, getOwnRule, type LinkPurpose, type OpenedLink, RECOVERY } from './links.queries.ts';
import { NO_RULE, RECOVERY_MINUTES, ruleOnTheWire } from './passwords.rules.ts';
import { askForRecovery } from './recovery.actions.ts';
import { changePassword, setPasswordByLink } from './set-password.actions.ts';

/** The same for every address. */
const RECOVERY_ANSWER = `If there is an account for this e-mail address, we have sent a link to it. The link is valid for ${RECOVERY_MINUTES} minutes.`;

/** Belongs to no link: what cannot be a token is looked for like one that can. */
const NO_HASH = Buffer.alloc(32);

export function passwordRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, gate, hosts, sessions } = portal;

  const opened = async (request: FastifyRequest, sent: { token?: string; email?: string }): Promise<OpenedLink> => ({
    brandId: (await hosts.brandOf(request)).id,
    hash: hashOf(sent.token) ?? NO_HASH,
    email: (sent.email ?? '').trim(),
  });
  const check = async (request: FastifyRequest, sent: { token?: string; email?: string }, purposes: readonly LinkPurpose[]) => {
    const found = await findRuleOfLink(db, await opened(request, sent), purposes);
    return found ? { success: true, ...ruleOnTheWire(found.rule), oId: found.organisationId } : NO_RULE;
  };

  serve(app, gate, 'POST /api/passwordrecovery', async ({ form, request }) => {
    const { id: brandId } = await hosts.brandOf(request);
    await askForRecovery(db, portal, { brandId, network: networkOf(request.ip) }, form.username);
    // A string on its own would be sent as plain text.
    return new Written(Buffer.from(JSON.stringify(RECOVERY_ANSWER)));
  });

  serve(app, gate, 'GET /api/checkpasswordtoken', ({ query, request }) => check(request, query, RECOVERY));

  serve(app, gate, 'GET /api/checkinvitationtoken', ({ query, request }) => check(request, query, ACTIVATION));

  serve(app, gate, 'POST /api/customers/updatePassword', async ({ body, request }) => {
    const { customerId, ...answer } = await setPasswordByLink(db, portal, await opened(request, body), body, request.id);
    if (customerId !== undefined) sessions.forgetPerson(customerId);
    return answer;
  });

  serve(app, gate, 'GET /api/passwordrule', async ({ visit }) => ruleOnTheWire((await getOwnRule(db, visit.caller)).rule));

  serve(app, gate, 'POST /api/changepassword', async ({ body, visit, request }) => {
    await changePassword(db, portal, visit, body, request.id);
    sessions.forgetPerson(visit.caller.customerId);
    return { success: true, msg: null };
  });
}
