import type { Db } from '#api/platform/db/database.ts';
import { countAttempt, findExhausted } from '#api/platform/http/rate-limit.ts';
import { recordAttempt } from '../connections/attempts.queries.ts';
import { type Connection, findConnectionByKey } from '../connections/connection.queries.ts';
import { REFUSED_REQUESTS } from '../connections/refused-requests.ts';
import { matchesSecret } from '../connections/secrets.ts';
import { type CxmlEnvelope, type EnvelopeFault, readEnvelope } from '../cxml/envelope.rules.ts';
import type { Status } from '../cxml/statuses.rules.ts';
import { OFFERED_REQUESTS, writeProfileResponse } from '../cxml/write-answers.rules.ts';
import type { TripDependencies } from '../trips/start-trip.actions.ts';
import { TripRefusedError } from '../trips/trip-refusal.ts';
import { readXmlDocument, UnreadableXmlError } from '../xml/read-xml.ts';
import { isFromTestAccount, listPresentedSecrets } from './identities.rules.ts';
import { type RelatedFile, type RelatedParts, readRelatedParts, UnreadablePartsError } from './multipart-related.rules.ts';
import { type RequestAnswer, RequestRefusedError } from './request-answer.ts';
import { setUpTrip } from './set-up-trip.actions.ts';
import { removeSecrets } from './without-secrets.rules.ts';

/** What a document that begins a trip may be long. Orders with files are longer. */
const MAX_SETUP_BYTES = 1_000_000;

/** A document that was sent to us, as it arrived. */
export interface ReceivedDocument {
  /** The connection that the address names. */
  key: string;
  /** The brand of the host; undefined where the host has none. */
  brandId: number | undefined;
  network: string;
  contentType: string;
  body: Buffer;
  requestId: string;
}

/** An order that has arrived at a connection that it has proved itself to. */
export interface ReceivedOrderDocument {
  connection: Connection;
  envelope: CxmlEnvelope;
  isTest: boolean;
  /** The document without secrets, to be kept. */
  body: string;
  files: readonly RelatedFile[];
  requestId: string;
}

export interface RequestDependencies extends TripDependencies {
  db: Db;
  /** Takes orders; absent where none are taken. */
  receiveOrder?: (order: ReceivedOrderDocument) => Promise<Status>;
  log: { warn(details: object, message: string): void };
}

/** An answer, with the version of the document type in which it is written. */
export interface DocumentAnswer extends RequestAnswer {
  dtdVersion: string;
}

const UNKNOWN = 'The sender is not known, or the shared secret is wrong. Please check both with the supplier.';
const FAILED = 'Something went wrong here. The buyer’s system was asked to send the request again later.';
const DEFAULT_DTD_VERSION = '1.2.014';

const ENVELOPE_FAULTS: Readonly<Record<EnvelopeFault, string>> = {
  'no cXML': 'The document is not cXML. Please send a document whose root is cXML.',
  'no request': 'The document has no request. Please send one with a Request; Responses and Messages are not taken here.',
  'no header': 'The document has no Header. Please send one with From, To and Sender.',
};

/**
 * Answers a document of a buyer's system. Every answer is a status of cXML, also to what is no cXML at all; other errors are thrown, and are temporary.
 */
export async function answerDocument(dependencies: RequestDependencies, received: ReceivedDocument): Promise<DocumentAnswer> {
  const { db } = dependencies;
  const { network } = received;
  if ((await findExhausted(db, REFUSED_REQUESTS, [network])).size > 0)
    return refuse(560, 'Too many requests of this network were refused. Please wait a minute.');
  try {
    return await answerReadable(dependencies, received);
  } catch (error) {
    const refusal = toRefusal(error);
    if (!refusal) throw error;
    if (refusal.status.code === 406) await countRefused(db, network);
    return refusal;
  }
}

const countRefused = (db: Db, network: string) => countAttempt(db, [{ limit: REFUSED_REQUESTS, subject: network }]);

const refuse = (code: Status['code'], text: string, dtdVersion = DEFAULT_DTD_VERSION): DocumentAnswer => ({
  status: { code, text },
  dtdVersion,
});

function toRefusal(error: unknown): DocumentAnswer | undefined {
  if (error instanceof UnreadableXmlError || error instanceof UnreadablePartsError) return refuse(406, error.message);
  if (error instanceof RequestRefusedError || error instanceof TripRefusedError) return refuse(error.code, error.message);
  return undefined;
}

async function answerReadable(dependencies: RequestDependencies, received: ReceivedDocument): Promise<DocumentAnswer> {
  const { db } = dependencies;
  const parts = readParts(received);
  const envelope = readEnvelope(readXmlDocument(parts.document, 'BuyerCookie'));
  if (typeof envelope === 'string') throw new RequestRefusedError(400, ENVELOPE_FAULTS[envelope]);
  const found = await findConnectionByKey(db, 'cxml', received.key);
  const known = found && found.connection.brandId === received.brandId ? found : undefined;
  const isProven = await proveSender(known, envelope, received.network);
  const record = ({ organisationId, id: connectionId }: Connection, statusCode: number, outcome: string) =>
    recordAttempt(db, { organisationId, connectionId, kind: envelope.request.name, statusCode, outcome });
  if (!known || !isProven) {
    // At the same time, so that an unknown connection, of which nothing is recorded, takes as long.
    await Promise.all([
      countRefused(db, received.network),
      known && record(known.connection, 401, explainUnproven(known.connection, envelope)),
    ]);
    return refuse(401, UNKNOWN);
  }
  const { connection } = known;
  const request = { envelope, parts, requestId: received.requestId };
  const { answer, outcome } = await answerProven(dependencies, connection, request).catch(async (error: unknown) => {
    // The database may be why it failed: then the attempt cannot be recorded either.
    await record(connection, 500, FAILED).catch(() => undefined);
    throw error;
  });
  await record(connection, answer.status.code, outcome);
  return { ...answer, dtdVersion: connection.dtdVersion };
}

function readParts({ body, contentType }: ReceivedDocument): RelatedParts {
  return contentType.trim().toLowerCase().startsWith('multipart/related')
    ? readRelatedParts(body, contentType)
    : { document: body, files: [] };
}

/** Whether one of the secrets is right. The same work is done for an unknown connection or party, so that the time tells nothing. */
async function proveSender(
  known: { connection: Connection; secretHashes: string[] } | undefined,
  envelope: CxmlEnvelope,
  network: string,
): Promise<boolean> {
  const presented = known ? listPresentedSecrets(known.connection, envelope) : [];
  const [secret] = presented;
  if (secret === undefined || !known) {
    await matchesSecret([], envelope.sender.find((one) => one.secret !== undefined)?.secret ?? '', network);
    return false;
  }
  return matchesSecret(known.secretHashes, secret, network);
}

/** For the supplier alone: which of both was wrong. */
function explainUnproven(connection: Connection, envelope: CxmlEnvelope): string {
  if (listPresentedSecrets(connection, envelope).length > 0) return 'The shared secret was wrong.';
  const name = (all: readonly { domain: string; identity: string }[]) =>
    all.map(({ domain, identity }) => `${domain} ${identity}`.slice(0, 100)).join(', ') || 'no one';
  return `From (${name(envelope.from)}) or Sender (${name(envelope.sender)}) is not among the identities of this connection, or there was no secret.`;
}

interface ProvenRequest {
  envelope: CxmlEnvelope;
  parts: RelatedParts;
  requestId: string;
}

async function answerProven(
  dependencies: RequestDependencies,
  connection: Connection,
  request: ProvenRequest,
): Promise<{ answer: RequestAnswer; outcome: string }> {
  try {
    const { outcome, ...answer } = await answerOffered(dependencies, connection, request);
    return { answer, outcome };
  } catch (error) {
    const refusal = toRefusal(error);
    if (!refusal) throw error;
    return { answer: refusal, outcome: refusal.status.text };
  }
}

async function answerOffered(
  dependencies: RequestDependencies,
  connection: Connection,
  { envelope, parts, requestId }: ProvenRequest,
): Promise<RequestAnswer & { outcome: string }> {
  if (!connection.active)
    throw new RequestRefusedError(403, 'This connection is switched off. Please ask the supplier to switch it on.');
  const isTest = envelope.isTest || connection.isTest || isFromTestAccount(connection, envelope);
  const { receiveOrder } = dependencies;
  switch (envelope.request.name) {
    case 'ProfileRequest':
      return profile(dependencies, connection);
    case 'PunchOutSetupRequest':
      if (parts.document.length > MAX_SETUP_BYTES)
        throw new RequestRefusedError(499, `The document is larger than ${MAX_SETUP_BYTES} bytes.`);
      return setUpTrip(dependencies, connection, envelope, isTest);
    case 'OrderRequest':
      if (receiveOrder) {
        const body = removeSecrets(
          parts.document,
          envelope.sender.flatMap(({ secret }) => secret ?? []),
        );
        const status = await receiveOrder({ connection, envelope, isTest, body, files: parts.files, requestId });
        return { status, outcome: status.text };
      }
  }
  throw new RequestRefusedError(450, `${envelope.request.name.slice(0, 100)} is not offered here.`);
}

async function profile(
  { hosts, clock, receiveOrder }: RequestDependencies,
  { brandId, key }: Connection,
): Promise<RequestAnswer & { outcome: string }> {
  const { canonicalOrigin } = await hosts.getBrandById(brandId);
  const offered = OFFERED_REQUESTS.filter((name) => name !== 'OrderRequest' || receiveOrder);
  return {
    status: { code: 200, text: 'OK' },
    content: writeProfileResponse(new Date(clock.now()), `${canonicalOrigin}/punchout/cxml/${key}`, offered),
    outcome: 'The buyer’s system asked which requests are offered.',
  };
}
