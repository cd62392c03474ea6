import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assertManagesSettings } from '#api/organisation/settings/own-settings.rules.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { acceptUploads } from '#api/platform/files/file-store.ts';
import { sendFile } from '#api/platform/files/send-file.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { IMMUTABLE } from '#api/platform/http/file-headers.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import {
  addLogo,
  addProductionFile,
  archiveLogo,
  getLogo,
  getOperatorKeeper,
  keeperOf,
  type LogoKeeper,
  removeProductionFile,
  renameLogo,
} from './logos.actions.ts';
import { toManagedLogo, toOperatorLogo } from './logos.mapper.ts';
import { findLogoPicture, findProductionFile, listLogos } from './logos.queries.ts';
import { uploadLogo, uploadProductionFile } from './upload-logo.ts';

type Dependencies = Pick<ServerDependencies, 'authenticator' | 'db' | 'files'>;

/** Registers the calls with which administrators and operators keep logos, and that of their pictures. */
export function routes(app: FastifyInstance, dependencies: Dependencies): void {
  registerOwnLogos(app, dependencies);
  registerOperatorLogos(app, dependencies);
  const { authenticator, db, files } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/customisationlogos/pictures/:key', async ({ params, reply }) => {
    const picture = await findLogoPicture(db, params.key);
    if (!picture) throw notFound('logo');
    const content = await sendFile(reply, files, picture);
    // Another picture has another address.
    reply.header('cache-control', IMMUTABLE);
    return content;
  });
}

async function receiveLogo({ db, files }: Pick<Dependencies, 'db' | 'files'>, keeper: LogoKeeper, request: FastifyRequest) {
  const uploaded = await uploadLogo(files, keeper.files, request);
  return runInTransaction(db, (tx) => addLogo(tx, keeper, uploaded, request.id));
}

function registerOwnLogos(app: FastifyInstance, { authenticator, db, files }: Dependencies): void {
  acceptUploads(app, (inner) =>
    registerEndpoint(inner, authenticator, 'POST /api/customisationlogo', async ({ context, request }) => ({
      logo: toManagedLogo(await receiveLogo({ db, files }, keeperOf(context), request)),
    })),
  );

  registerEndpoint(app, authenticator, 'GET /api/customisationlogos', async ({ context: { caller } }) => ({
    logos: (await listLogos(db, caller)).map(toManagedLogo),
  }));

  registerEndpoint(app, authenticator, 'PUT /api/customisationlogos/:id', async ({ context, params, body, request }) => {
    assertManagesSettings(context.caller);
    const change = { ...body, requestId: request.id };
    return {
      logo: toManagedLogo(await runInTransaction(db, (tx) => renameLogo(tx, keeperOf(context), params.id, change))),
    };
  });

  registerEndpoint(app, authenticator, 'DELETE /api/customisationlogos/:id', async ({ context, params, request }) => {
    assertManagesSettings(context.caller);
    const change = { isArchived: true, requestId: request.id };
    await runInTransaction(db, (tx) => archiveLogo(tx, keeperOf(context), params.id, change));
    return {};
  });

  registerEndpoint(app, authenticator, 'POST /api/customisationlogos/:id/restore', async ({ context, params, request }) => {
    assertManagesSettings(context.caller);
    const change = { isArchived: false, requestId: request.id };
    return {
      logo: toManagedLogo(await runInTransaction(db, (tx) => archiveLogo(tx, keeperOf(context), params.id, change))),
    };
  });
}

function registerOperatorLogos(app: FastifyInstance, { authenticator, db, files }: Dependencies): void {
  const BASE = '/api/operator/organisations/:id/logos';

  registerEndpoint(app, authenticator, `GET ${BASE}`, async ({ operator, params }) => {
    const keeper = await getOperatorKeeper(db, operator, params.id);
    return { organisationName: keeper.organisationName, logos: (await listLogos(db, keeper)).map(toOperatorLogo) };
  });

  acceptUploads(app, (inner) => {
    registerEndpoint(inner, authenticator, `POST ${BASE}`, async ({ operator, params, request }) => {
      const keeper = await getOperatorKeeper(db, operator, params.id);
      return { logo: toOperatorLogo(await receiveLogo({ db, files }, keeper, request)) };
    });

    registerEndpoint(inner, authenticator, `POST ${BASE}/:logoId/files`, async ({ operator, params, request }) => {
      const keeper = await getOperatorKeeper(db, operator, params.id);
      const { logoId } = params;
      await getLogo(db, keeper, logoId);
      const file = await uploadProductionFile(files, keeper.files, request);
      const added = { logoId, file, requestId: request.id };
      return { logo: toOperatorLogo(await runInTransaction(db, (tx) => addProductionFile(tx, keeper, added))) };
    });
  });

  registerEndpoint(app, authenticator, `PUT ${BASE}/:logoId`, ({ operator, params, body, request }) =>
    runInTransaction(db, async (tx) => {
      const keeper = await getOperatorKeeper(tx, operator, params.id);
      return { logo: toOperatorLogo(await renameLogo(tx, keeper, params.logoId, { ...body, requestId: request.id })) };
    }),
  );

  registerEndpoint(app, authenticator, `DELETE ${BASE}/:logoId`, ({ operator, params, request }) =>
    runInTransaction(db, async (tx) => {
      const keeper = await getOperatorKeeper(tx, operator, params.id);
      await archiveLogo(tx, keeper, params.logoId, { isArchived: true, requestId: request.id });
      return {};
    }),
  );

  registerEndpoint(app, authenticator, `POST ${BASE}/:logoId/restore`, ({ operator, params, request }) =>
    runInTransaction(db, async (tx) => {
      const keeper = await getOperatorKeeper(tx, operator, params.id);
      const change = { isArchived: false, requestId: request.id };
      return { logo: toOperatorLogo(await archiveLogo(tx, keeper, params.logoId, change)) };
    }),
  );

  registerEndpoint(app, authenticator, `GET ${BASE}/:logoId/files/:fileId`, async ({ operator, params, reply }) => {
    const keeper = await getOperatorKeeper(db, operator, params.id);
    const file = await findProductionFile(db, keeper, params.logoId, params.fileId);
    if (!file) throw notFound('file');
    return sendFile(reply, files, file);
  });

  registerEndpoint(app, authenticator, `DELETE ${BASE}/:logoId/files/:fileId`, ({ operator, params, request }) =>
    runInTransaction(db, async (tx) => {
      const keeper = await getOperatorKeeper(tx, operator, params.id);
      return { logo: toOperatorLogo(await removeProductionFile(tx, keeper, { ...params, requestId: request.id })) };
    }),
  );
}
