import type { FastifyInstance } from 'fastify';
import { confirmCaller } from '#api/identity/login/confirm-identity.actions.ts';
import type { Sessions } from '#api/identity/sessions/sessions.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { toFile } from '#api/platform/files/file.mapper.ts';
import { acceptUploads, type UploadOptions } from '#api/platform/files/file-store.ts';
import { sendFile } from '#api/platform/files/send-file.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { IMMUTABLE } from '#api/platform/http/file-headers.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { MAX_LOGO_BYTES } from '#contract/organisation/settings/logo-limits.ts';
import { changeOwnSettings, logoOwnerOf } from './own-settings.actions.ts';
import { toOwnSettings } from './own-settings.mapper.ts';
import { findLogoFile, listSettingsHistory, readOwnSettings } from './own-settings.queries.ts';
import { assertManagesSettings } from './own-settings.rules.ts';

const LOGO: UploadOptions = {
  purpose: 'logo',
  accept: ['image/png', 'image/jpeg', 'image/webp'],
  maxFiles: 1,
  maxBytes: MAX_LOGO_BYTES,
};

/** The settings of the caller's own organisation. */
export function routes(
  app: FastifyInstance,
  server: Pick<ServerDependencies, 'authenticator' | 'db' | 'files' | 'vault'> & { sessions: Sessions },
): void {
  const { db, authenticator, files, sessions } = server;

  registerEndpoint(app, authenticator, 'GET /api/organisations/ownsettings', async ({ context }) => {
    assertManagesSettings(context.caller);
    return toOwnSettings(await readOwnSettings(db, context.caller));
  });

  registerEndpoint(app, authenticator, 'PUT /api/organisations/ownsettings', async ({ body, context, request }) => {
    const { callerPassword, callerOtp, ...input } = body;
    assertManagesSettings(context.caller);
    const isIdentityConfirmed = Boolean(callerPassword);
    if (isIdentityConfirmed) await confirmCaller(server, context.caller, { callerPassword, callerOtp });
    await runInTransaction(db, (tx) => changeOwnSettings(tx, context, input, { requestId: request.id, isIdentityConfirmed }));
    // Sessions hold settings such as the time zone.
    sessions.evictOrganisation(context.caller.organisationId);
    return toOwnSettings(await readOwnSettings(db, context.caller));
  });

  registerEndpoint(app, authenticator, 'GET /api/organisations/ownsettings/history', async ({ query, context }) => {
    assertManagesSettings(context.caller);
    return listSettingsHistory(db, context.caller, toOffsetAndLimit(query));
  });

  acceptUploads(app, (inner) =>
    registerEndpoint(inner, authenticator, 'POST /api/organisations/ownsettings/logo', async ({ context, request }) => {
      assertManagesSettings(context.caller);
      const [stored] = await files.receiveUploads(request, logoOwnerOf(context), LOGO);
      if (!stored) throw notFound('file');
      return { file: toFile(stored) };
    }),
  );

  registerEndpoint(app, authenticator, 'GET /api/organisations/logos/:key', async ({ params, reply }) => {
    const file = await findLogoFile(db, params.key);
    if (!file) throw notFound('logo');
    const content = await sendFile(reply, files, file);
    // A new logo has a new address.
    reply.header('cache-control', IMMUTABLE);
    return content;
  });
}
