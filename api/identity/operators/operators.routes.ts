import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { OAuthError } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { cleanEmail } from '../emails/email.rules.ts';
import type { LoginThrottle } from '../login/login-throttle.ts';
import { hashLinkToken } from '../sessions/tokens.ts';
import {
  changeOperatorPassword,
  confirmFactorReplacement,
  describeOperator,
  endOperatorSession,
  findLinkOwner,
  getOperatorAccount,
  OPERATOR_PASSWORD_MIN_LENGTH,
  replaceRecoveryCodes,
  setOperatorPasswordByLink,
  startFactorReplacement,
} from './operator-account.actions.ts';
import { isOperatorLinkUsed } from './operator-credentials.queries.ts';
import { confirmEnrolment, logInOperator, startEnrolment } from './operator-log-in.actions.ts';
import { getOperatorLogInOrigin, setOperatorDevice } from './operator-log-in-origin.ts';
import { updateOperatorPreferences } from './operator-preferences.queries.ts';

const MAX_FIELD_LENGTH = 2048;
/** Matches no link: an invalid token takes the same path, and the same time, as a valid one. */
const NO_HASH = Buffer.alloc(32);

/** Log-in of operators and their own account. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'jobs' | 'vault'> & { throttle: LoginThrottle },
): void {
  const { authenticator, db } = dependencies;

  registerEndpoint(app, authenticator, 'POST /api/operator/token', async ({ form, request, reply }) => {
    reply.header('pragma', 'no-cache');
    if (Object.values(form).some((value) => value.length > MAX_FIELD_LENGTH))
      throw new OAuthError(400, 'invalid_request', 'A field is too long.');
    if (form.grant_type !== 'password') throw new OAuthError(400, 'unsupported_grant_type', 'This grant type is not supported.');
    if (!form.username) throw new OAuthError(400, 'invalid_request', 'Email is required');
    if (!form.password) throw new OAuthError(400, 'invalid_request', 'Password is required');
    const { tokens, deviceToken } = await logInOperator(dependencies, getOperatorLogInOrigin(request), {
      email: cleanEmail(form.username),
      password: form.password,
      code: form.otp,
    });
    setOperatorDevice(reply, deviceToken);
    return tokens;
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/enrolment/start', ({ body, request }) =>
    startEnrolment(dependencies, getOperatorLogInOrigin(request), { ...body, email: cleanEmail(body.email) }),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/enrolment/confirm', async ({ body, request, reply }) => {
    const { tokens, deviceToken, recoveryCodes } = await confirmEnrolment(dependencies, getOperatorLogInOrigin(request), {
      ...body,
      email: cleanEmail(body.email),
    });
    setOperatorDevice(reply, deviceToken);
    return { recoveryCodes, ...tokens };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/passwordlink/check', async ({ body }) => {
    const hash = hashLinkToken(body.token) ?? NO_HASH;
    const owner = await findLinkOwner(dependencies, hash);
    return {
      success: owner !== undefined,
      email: owner?.email ?? null,
      minLen: OPERATOR_PASSWORD_MIN_LENGTH,
      used: !owner && (await isOperatorLinkUsed(db, hash)),
    };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/passwordlink', async ({ body, request }) => ({
    success: await setOperatorPasswordByLink(dependencies, hashLinkToken(body.token) ?? NO_HASH, body.password, request.id),
  }));

  registerEndpoint(app, authenticator, 'GET /api/operator/me', ({ operator }) => describeOperator(db, operator));

  registerEndpoint(app, authenticator, 'PUT /api/operator/me', async ({ operator, body }) => {
    await updateOperatorPreferences(db, operator, body);
    return describeOperator(db, operator);
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/logout', async ({ operator, request }) => {
    await endOperatorSession(dependencies, operator, operator.sessionId as number, request.id);
    return { success: true };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/account', async ({ operator }) => ({
    account: await getOperatorAccount(dependencies, operator),
  }));

  registerEndpoint(app, authenticator, 'DELETE /api/operator/sessions/:id', async ({ operator, params, request }) => {
    await endOperatorSession(dependencies, operator, params.id, request.id);
    return { success: true };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/changepassword', async ({ operator, body, request }) => {
    await changeOperatorPassword(dependencies, operator, body, request.id);
    return { success: true };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/recoverycodes', async ({ operator, body, request }) => ({
    recoveryCodes: await replaceRecoveryCodes(dependencies, operator, body, request.id),
  }));

  registerEndpoint(app, authenticator, 'POST /api/operator/secondfactor/start', ({ operator, body }) =>
    startFactorReplacement(dependencies, operator, body),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/secondfactor/confirm', async ({ operator, body, request }) => ({
    recoveryCodes: await confirmFactorReplacement(dependencies, operator, body, request.id),
  }));
}
