import Type from 'typebox';
import { anonymous, endpoint, operator, roles } from '../../endpoint.ts';
import { fileContent } from '../../platform/files.ts';
import { dateTime, described, entity, expectedVersion, id, int, oneOf, text, version } from '../../values.ts';
import { MAX_LOGO_NAME, MAX_LOGOS, MAX_PRODUCTION_FILES } from './logo-limits.ts';

const tags = ['Personalisation'] as const;
const forAdmins = roles('OrganisationAdmin');

/** A logo of an organisation. */
const logo = {
  id: int,
  name: text,
  src: described(text, 'Address of the picture: a PNG without transparent margins. It changes with the logo.'),
  widthPx: described(int, 'Width of the picture in pixels.'),
  heightPx: described(int, 'Height of the picture in pixels.'),
  status: oneOf(
    ['approved', 'awaitingProof'],
    'Whether a proof of it was approved anywhere on a garment. Orders with one that was not are placed, and released when it is.',
  ),
  designCount: described(int, 'Designs of the organisation with it, such as those that garments have by themselves.'),
  orderCount: described(int, 'Orders that were placed with it.'),
  createdOnUtc: dateTime,
  version,
};

const managedLogo = entity('ManagedLogo', logo);

const productionFile = entity('ProductionFile', {
  id: int,
  filename: described(text, 'Name under which the file is downloaded.'),
  sizeBytes: int,
  createdOnUtc: dateTime,
});

const operatorLogo = entity('OperatorLogo', {
  ...logo,
  files: described(
    Type.Array(productionFile),
    'Files for production, the first of them as the logo was uploaded. They are stored as they are: open them with care.',
  ),
});

const upload =
  '`multipart/form-data` with one PNG of up to 10 MB or SVG of up to 2 MB in the field `file`, 1 to 20,000 pixels wide and high, and its name in `name` (otherwise that of the file). A PNG is re-encoded; an SVG is drawn, from shapes alone: one with scripts, texts, pictures, effects, animation or anything outside the file is refused (415). 422 `file` for a picture of which nothing is to be seen.';
const most = `409 \`logo\` when there are ${MAX_LOGOS} already.`;

const rename = {
  root: 'logo',
  body: Type.Object({
    name: described(
      Type.String({
        minLength: 1,
        maxLength: MAX_LOGO_NAME,
        pattern: '\\S',
        message: `Please enter a name of at most ${MAX_LOGO_NAME} characters.`,
      }),
      'Name of the logo, for people who choose it.',
    ),
    version: expectedVersion,
  }),
};

const archive =
  'It is offered no longer, and lines of carts with it say so. Orders and what was ordered with it stay. Archiving it again changes nothing.';

const ofOrganisation = { id: id('organisation') };
const ofLogo = { ...ofOrganisation, logoId: id('logo') };
const ofFile = { ...ofLogo, fileId: id('storedFile') };

/** Logos that organisations have on their garments. */
export const logoEndpoints = {
  'POST /api/customisationlogo': endpoint({
    name: 'addLogo',
    summary: 'Add a logo',
    description: `${upload} It waits for the supplier’s proof when it is ordered first. ${most}`,
    tags,
    access: forAdmins,
    upload: 'file',
    reply: Type.Object({ logo: managedLogo }),
  }),

  'GET /api/customisationlogos': endpoint({
    name: 'listLogos',
    summary: 'List the logos of the organisation',
    description: 'By name, without archived ones.',
    tags,
    access: forAdmins,
    reply: Type.Object({ logos: Type.Array(managedLogo) }),
  }),

  'PUT /api/customisationlogos/:id': endpoint({
    name: 'renameLogo',
    summary: 'Rename a logo',
    description: 'For administrators of the whole organisation. 409 `logo` when someone else has changed it.',
    tags,
    access: forAdmins,
    params: Type.Object({ id: id('logo') }),
    ...rename,
    reply: Type.Object({ logo: managedLogo }),
  }),

  'DELETE /api/customisationlogos/:id': endpoint({
    name: 'archiveLogo',
    summary: 'Archive a logo',
    description: `For administrators of the whole organisation. ${archive}`,
    tags,
    access: forAdmins,
    params: Type.Object({ id: id('logo') }),
    reply: Type.Object({}),
  }),

  'POST /api/customisationlogos/:id/restore': endpoint({
    name: 'restoreLogo',
    summary: 'Restore an archived logo',
    description: `For administrators of the whole organisation. ${most}`,
    tags,
    access: forAdmins,
    params: Type.Object({ id: id('logo') }),
    reply: Type.Object({ logo: managedLogo }),
  }),

  'GET /api/customisationlogos/pictures/:key': endpoint({
    name: 'getLogoPicture',
    summary: 'Get the picture of a logo',
    description: 'Without a session, so that pages can show it. The key is random. 404 for any other.',
    tags,
    access: anonymous,
    params: Type.Object({
      key: Type.String({
        pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
        message: 'This is not the address of a logo.',
        description: 'Key of the picture, from `src`.',
      }),
    }),
    reply: fileContent,
  }),

  'GET /api/operator/organisations/:id/logos': endpoint({
    name: 'listOrganisationLogos',
    summary: 'List the logos of an organisation',
    description: 'By name, without archived ones, with their files for production.',
    tags,
    access: operator('catalogue:read'),
    params: Type.Object(ofOrganisation),
    reply: Type.Object({ organisationName: text, logos: Type.Array(operatorLogo) }),
  }),

  'POST /api/operator/organisations/:id/logos': endpoint({
    name: 'addOrganisationLogo',
    summary: 'Add a logo to an organisation',
    description: `${upload} ${most}`,
    tags,
    access: operator('catalogue:write'),
    params: Type.Object(ofOrganisation),
    upload: 'file',
    reply: Type.Object({ logo: operatorLogo }),
  }),

  'PUT /api/operator/organisations/:id/logos/:logoId': endpoint({
    name: 'renameOrganisationLogo',
    summary: 'Rename a logo of an organisation',
    description: '409 `logo` when someone else has changed it.',
    tags,
    access: operator('catalogue:write'),
    params: Type.Object(ofLogo),
    ...rename,
    reply: Type.Object({ logo: operatorLogo }),
  }),

  'DELETE /api/operator/organisations/:id/logos/:logoId': endpoint({
    name: 'archiveOrganisationLogo',
    summary: 'Archive a logo of an organisation',
    description: archive,
    tags,
    access: operator('catalogue:write'),
    params: Type.Object(ofLogo),
    reply: Type.Object({}),
  }),

  'POST /api/operator/organisations/:id/logos/:logoId/restore': endpoint({
    name: 'restoreOrganisationLogo',
    summary: 'Restore an archived logo of an organisation',
    description: most,
    tags,
    access: operator('catalogue:write'),
    params: Type.Object(ofLogo),
    reply: Type.Object({ logo: operatorLogo }),
  }),

  'POST /api/operator/organisations/:id/logos/:logoId/files': endpoint({
    name: 'addProductionFile',
    summary: 'Add a file for production to a logo',
    description: `\`multipart/form-data\` with one file of any type and up to 25 MB in the field \`file\`, such as a digitised embroidery. It is stored as it is, and only ever downloaded. 409 \`logo\` when it has ${MAX_PRODUCTION_FILES} files already.`,
    tags,
    access: operator('catalogue:write'),
    params: Type.Object(ofLogo),
    upload: 'file',
    reply: Type.Object({ logo: operatorLogo }),
  }),

  'GET /api/operator/organisations/:id/logos/:logoId/files/:fileId': endpoint({
    name: 'downloadProductionFile',
    summary: 'Download a file for production',
    tags,
    access: operator('catalogue:read'),
    params: Type.Object(ofFile),
    reply: fileContent,
  }),

  'DELETE /api/operator/organisations/:id/logos/:logoId/files/:fileId': endpoint({
    name: 'removeProductionFile',
    summary: 'Remove a file for production',
    description: 'It is deleted.',
    tags,
    access: operator('catalogue:write'),
    params: Type.Object(ofFile),
    reply: Type.Object({ logo: operatorLogo }),
  }),
};
