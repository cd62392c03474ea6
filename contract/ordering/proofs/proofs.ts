import Type from 'typebox';
import { customisation } from '../../catalogue/customisation/customisation.ts';
import { anonymous, endpoint, operator, signedIn } from '../../endpoint.ts';
import { file, fileContent } from '../../platform/files.ts';
import {
  bool,
  dateTime,
  described,
  entity,
  id,
  idOrNone,
  int,
  maybe,
  nullable,
  oneOf,
  paging,
  text,
  totalCount,
} from '../../values.ts';
import { MAX_COLOUR_LENGTH, MAX_PROOF_COLOURS, MAX_PROOF_COMMENT, PROOF_MM } from './proof-limits.ts';

/** What has been decided on a proof. */
export const PROOF_STATUSES = ['waiting', 'approved', 'changeAsked'] as const;
/** Of a version: one that waited is replaced by the next. */
const VERSION_STATUSES = [...PROOF_STATUSES, 'replaced'] as const;
/** What a design waits for: its proof, the client, a new version of the proof, or nothing more. */
export const PROOF_STATES = ['preparing', 'waiting', 'changeAsked', 'approved'] as const;

const tags = ['Proofs'] as const;
const widthMm = described(Type.Number(), 'Width on the garment in millimetres.');
const heightMm = described(Type.Number(), 'Height on the garment in millimetres.');
const colours = described(Type.Array(text), 'Colours of threads or inks as the supplier names them, for example `Navy 1034`.');
const fileSrc = described(text, 'Address of the picture. It cannot be guessed, and needs no session.');
const name = described(text, 'The design in words, for example `Left chest: Corvane, Embroidery`.');
const comment = described(nullable(text), 'What the client said with the decision; null for nothing.');
const decidedBy = described(nullable(text), 'Name of the person who decided; null before.');
const decidedOnUtc = described(nullable(dateTime), 'When it was decided; null before.');

const version = entity('ProofVersion', {
  id: int,
  version: described(int, 'Counts the versions of the proof, from 1.'),
  status: oneOf(
    VERSION_STATUSES,
    '`waiting`: for the client; `approved`; `changeAsked`: the client asked for a change; `replaced`: by a newer version before anyone decided.',
  ),
  fileSrc,
  widthMm,
  heightMm,
  colours,
  comment,
  decidedBy,
  decidedOnUtc,
  createdOnUtc: dateTime,
});

const orderIds = described(Type.Array(int), 'Orders with the design that have not been released, by number; at most 100.');

/** The latest version of a proof. */
const proof = entity('Proof', {
  id: int,
  requestId: described(int, 'The design that the proof is of; the same for all its versions.'),
  version: described(int, 'Number of this version, from 1.'),
  status: oneOf(PROOF_STATUSES, '`waiting`: for a decision; `approved`; `changeAsked`: waits for a new version.'),
  fileSrc,
  widthMm,
  heightMm,
  colours,
  name,
  customisation: described(customisation, 'The design.'),
  productName: described(text, 'The garment on which it was ordered first.'),
  orderIds,
  comment,
  decidedBy,
  decidedOnUtc,
  createdOnUtc: dateTime,
  canDecide: described(bool, 'Whether the caller may decide on it now.'),
  earlierVersions: described(Type.Array(version), 'The versions before, newest first.'),
});

const comingProof = entity('ComingProof', {
  requestId: described(int, 'The design that the proof is of; the same for all its versions.'),
  name,
  customisation: described(customisation, 'The design.'),
  productName: described(text, 'The garment on which it was ordered first.'),
  orderIds,
  requestedOnUtc: dateTime,
});

const orderProof = entity('OrderProof', {
  requestId: described(int, 'The design that the proof is of; the same for all its versions.'),
  proofId: described(nullable(int), 'The version that waits for a decision; null while there is none.'),
  name,
  state: oneOf(
    PROOF_STATES,
    '`preparing`: the supplier prepares the proof; `waiting`: for a decision; `changeAsked`: for a new version.',
  ),
  canDecide: described(bool, 'Whether the caller may decide on it now.'),
});

const productionFile = entity('LogoProductionFile', {
  id: int,
  logoId: described(int, 'The logo that the file belongs to.'),
  filename: described(text, 'Name under which it is downloaded.'),
  sizeBytes: described(int, 'Size in bytes.'),
});

const operatorRequest = entity('OperatorProofRequest', {
  id: int,
  organisationId: int,
  organisationName: described(text, 'Name of the client.'),
  state: oneOf(
    PROOF_STATES,
    '`preparing`: waits for the first proof; `waiting`: for the client; `changeAsked`: for a new version; `approved`.',
  ),
  name,
  customisation: described(customisation, 'The design.'),
  productName: described(text, 'The garment on which it was ordered first.'),
  measuredFrom: described(text, 'How the position is measured from edge and seam; empty when the supplier has not said it.'),
  threadNumber: described(nullable(text), 'Number of the colour of a text at its manufacturer; null for none.'),
  orderIds,
  waitingPieces: described(int, 'Pieces of these orders that wait for it.'),
  requestedOnUtc: dateTime,
  requestedBy: described(nullable(text), 'Who ordered it first; null when they are no longer known.'),
  versions: described(Type.Array(version), 'All versions, newest first; in the list only the latest.'),
  productionFiles: described(Type.Array(productionFile), 'Files that the supplier keeps beside the logo.'),
});
const operatorReply = Type.Object({ request: operatorRequest });
const params = Type.Object({ id: id('proofRequest') });

const millimetres = (what: string) =>
  Type.Number({
    minimum: PROOF_MM.min,
    maximum: PROOF_MM.max,
    decimals: 1,
    message: `${what} must be a number from ${PROOF_MM.min} to ${PROOF_MM.max} mm.`,
    description: `${what} on the garment in millimetres.`,
  });

/** Proofs: the supplier shows how a design will look, and the client approves it before anything is made. */
export const proofEndpoints = {
  'GET /api/proofs': endpoint({
    name: 'listProofs',
    summary: 'List proofs',
    description:
      'For Admins those of their organisation, for Admins of groups those with an order in these; for anyone else those of texts that they ordered. What waits for a decision first, oldest first; then the others, newest first.',
    tags,
    access: signedIn,
    query: Type.Object({
      ...paging,
      status: described(
        Type.Optional(
          Type.String({
            pattern: '^(waiting|approved|changeAsked)$',
            message: 'Status must be waiting, approved or changeAsked.',
          }),
        ),
        'Only proofs with this status.',
      ),
    }),
    reply: Type.Object({
      totalCount,
      waitingCount: described(int, 'Proofs that wait for a decision.'),
      proofs: Type.Array(proof),
      coming: described(
        Type.Array(comingProof),
        'Designs of which the supplier prepares the first proof, oldest first; at most 50, and only on the first page.',
      ),
    }),
  }),

  'POST /api/proofs/:id/decision': endpoint({
    name: 'decideOnProof',
    summary: 'Approve a proof, or ask for a change',
    description:
      'Approving releases the orders that wait for nothing else; a design is approved once for all orders. 409 when it was decided or replaced by a newer version; 422 `comment` when it is not approved and nothing is said.',
    tags,
    access: signedIn,
    params: Type.Object({ id: id('proof') }),
    body: Type.Object({
      approve: described(Type.Boolean({ message: 'Approve must be true or false.' }), 'False asks for a change.'),
      comment: described(
        maybe(
          Type.String({
            maxLength: MAX_PROOF_COMMENT,
            message: `The comment must not be longer than ${MAX_PROOF_COMMENT} characters.`,
          }),
        ),
        'What should be changed; required when it is not approved.',
      ),
    }),
    reply: Type.Object({ proof }),
  }),

  'GET /api/orders/:id/proofs': endpoint({
    name: 'listOrderProofs',
    summary: 'List the proofs that an order waits for',
    description: 'For anyone who may open the order, of the lines that they see. Empty when it waits for none. 404 `order`.',
    tags,
    access: signedIn,
    params: Type.Object({ id: id('order') }),
    reply: Type.Object({ proofs: Type.Array(orderProof) }),
  }),

  'GET /api/proofs/pictures/:key': endpoint({
    name: 'getProofPicture',
    summary: 'Get the picture of a proof',
    description: 'Without a session, so that pages can show it. The key is random. 404 for any other.',
    tags,
    access: anonymous,
    params: Type.Object({
      key: Type.String({
        pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
        message: 'This is not the address of a proof.',
        description: 'Key of the picture, from `fileSrc`.',
      }),
    }),
    reply: fileContent,
  }),

  'GET /api/operator/proofs': endpoint({
    name: 'listOperatorProofs',
    summary: 'List designs that need a proof',
    description: 'Of the operator’s brands, oldest first; approved ones newest first.',
    tags,
    access: operator('orders:read'),
    query: Type.Object({
      ...paging,
      state: described(
        Type.Optional(
          Type.String({
            pattern: '^(toDo|preparing|waiting|changeAsked|approved)$',
            message: 'State must be toDo, preparing, waiting, changeAsked or approved.',
          }),
        ),
        '`toDo`: waits for a proof or a new version (`preparing` or `changeAsked`); `waiting`: for the client. All when absent.',
      ),
      organisationId: described(Type.Optional(idOrNone('organisation')), 'Only designs of this organisation; 0 for all.'),
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
        'Part of the name of the organisation, the logo, the text or the garment, or the number of an order that waits.',
      ),
    }),
    reply: Type.Object({
      totalCount,
      counts: entity('ProofCounts', {
        toDo: described(int, 'Designs that wait for a proof or a new version.'),
        waiting: described(int, 'Proofs that wait for clients.'),
      }),
      requests: Type.Array(operatorRequest),
    }),
  }),

  'GET /api/operator/proofs/:id': endpoint({
    name: 'getOperatorProof',
    summary: 'Get a design that needs a proof',
    description: 'With all versions of its proof.',
    tags,
    access: operator('orders:read'),
    params,
    reply: operatorReply,
  }),

  'POST /api/operator/proofs/:id/picture': endpoint({
    name: 'uploadProofPicture',
    summary: 'Upload the picture of a proof',
    description:
      '`multipart/form-data` with one JPEG, PNG or WebP picture of at most 10 MB in the field `file` (413, 415, 422 `file`). It is kept for 24 hours, in which a version can name it.',
    tags,
    access: operator('orders:write'),
    params,
    upload: 'file',
    reply: entity({ file }),
  }),

  'POST /api/operator/proofs/:id/versions': endpoint({
    name: 'addProofVersion',
    summary: 'Show the client a proof',
    description:
      'Replaces a version that waits for the client, and mails those who may decide. 404 for an unknown design or picture; 409 when the design was approved.',
    tags,
    access: operator('orders:write'),
    params,
    body: Type.Object({
      fileId: described(id('storedFile', 'Please choose a picture.'), 'The uploaded picture.'),
      widthMm: millimetres('Width'),
      heightMm: millimetres('Height'),
      colours: described(
        Type.Array(
          Type.String({
            minLength: 1,
            maxLength: MAX_COLOUR_LENGTH,
            message: `The name of a colour must have 1 to ${MAX_COLOUR_LENGTH} characters.`,
          }),
          { maxItems: MAX_PROOF_COLOURS, message: `Please name at most ${MAX_PROOF_COLOURS} colours.` },
        ),
        'Colours of threads or inks.',
      ),
    }),
    reply: operatorReply,
  }),
} as const;
