import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { Connection } from '../connections/connection.queries.ts';
import type { CxmlEnvelope } from '../cxml/envelope.rules.ts';
import { findUserEmail, readSetupRequest, type SetupRequest } from '../cxml/setup-request.rules.ts';
import { writeSetupResponse } from '../cxml/write-answers.rules.ts';
import type { SentUser } from '../trips/new-trip.ts';
import { createTrip, type TripDependencies } from '../trips/start-trip.actions.ts';
import { type RequestAnswer, RequestRefusedError } from './request-answer.ts';

/** What buyers' systems send has some hundred characters. */
const MAX_COOKIE_LENGTH = 10_000;

const WORDS = {
  create: 'A visit of the shop began.',
  edit: 'A visit began in which a cart is changed.',
  inspect: 'A visit began in which a cart is looked at.',
} as const;

/** Starts a trip for a `PunchOutSetupRequest`. A request that is sent again begins another trip: the first one may have been opened. */
export async function setUpTrip(
  { db, ...dependencies }: TripDependencies & { db: Db },
  connection: Connection,
  envelope: CxmlEnvelope,
  isTest: boolean,
): Promise<RequestAnswer & { outcome: string }> {
  const request = readSetupRequest(envelope.request);
  if (!request)
    throw new RequestRefusedError(
      400,
      'The operation of the request is missing or unknown. Please send create, edit or inspect.',
    );
  const { operation } = request;
  if (operation === 'source')
    throw new RequestRefusedError(450, 'Sourcing is not offered here. Please send create, edit or inspect.');
  if (request.buyerCookie.length > MAX_COOKIE_LENGTH)
    throw new RequestRefusedError(
      400,
      `The BuyerCookie is longer than ${MAX_COOKIE_LENGTH} characters. Please send a shorter one.`,
    );
  const { startUrl } = await runInTransaction(db, (tx) =>
    createTrip(tx, dependencies, connection, {
      operation,
      isTest,
      buyerCookie: request.buyerCookie,
      buyerCookieIsXml: request.buyerCookieIsXml,
      buyerIdentity: envelope.from[0] ?? null,
      returnUrl: request.returnUrl,
      returnTarget: null,
      returnFields: [],
      charset: null,
      ociVersion: null,
      user: readUser(connection, request),
      shipTo: request.shipTo,
      selectedPart: request.selectedItem && { sku: request.selectedItem.partId, auxiliaryId: request.selectedItem.auxiliaryId },
      items: request.items,
    }),
  );
  return {
    status: { code: 200, text: 'The shop can be opened within five minutes.' },
    content: writeSetupResponse(startUrl),
    outcome: WORDS[operation],
  };
}

/** Who the user is: under the names that the connection gives its extrinsics, else those that most systems use. */
function readUser({ extrinsics: names }: Connection, request: SetupRequest): SentUser {
  const { extrinsics, contact } = request;
  const [first, ...others] = (contact.name ?? '').trim().split(/\s+/);
  return {
    email: (names.email === undefined ? undefined : extrinsics.get(names.email)) ?? findUserEmail(request),
    firstName: extrinsics.get(names.firstName ?? 'FirstName') ?? (first || undefined),
    lastName: extrinsics.get(names.lastName ?? 'LastName') ?? (others.join(' ') || undefined),
  };
}
