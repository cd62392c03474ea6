import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { countAttempt, findExhausted } from '#api/platform/http/rate-limit.ts';
import { recordAttempt } from '../connections/attempts.queries.ts';
import { type Connection, findConnectionByKey } from '../connections/connection.queries.ts';
import { REFUSED_REQUESTS } from '../connections/refused-requests.ts';
import { matchesSecret } from '../connections/secrets.ts';
import { type CallUp, type Fields, findParameter, readCallUp, SOURCING_REFUSAL } from '../oci/call-up.rules.ts';
import { type CustomFields, type OciLine, type ReturnForm, writeReturnForm } from '../oci/return-form.rules.ts';
import type { NewTrip } from '../trips/new-trip.ts';
import { createTrip, type TripDependencies } from '../trips/start-trip.actions.ts';
import { TripRefusedError } from '../trips/trip-refusal.ts';
import { findProductSku, MAX_FOUND, quoteProduct, searchProducts } from './quote-products.actions.ts';

/** Where a visit ends in which a product is looked at, and whose call-up names no address. */
export const CLOSED_PATH = '/punchout/oci/closed';

/** Longer ones name none of our products. */
const MAX_PRODUCT_ID_LENGTH = 100;

/** A call-up as it arrived. */
export interface ReceivedCallUp {
  /** The connection that the address names. */
  key: string;
  brandId: number;
  network: string;
  parameters: Fields;
}

export type CallUpDependencies = TripDependencies & { db: Db };

/** What the browser is answered. */
export type CallUpAnswer =
  /** The shop opens at an address. */
  | { kind: 'shop'; url: string }
  /** A form with the answer to a question about one product, which posts itself. */
  | { kind: 'answer'; form: ReturnForm; system: string }
  /** A form with what a search has found. */
  | { kind: 'found'; form: ReturnForm; system: string; searchText: string; shown: number; found: number }
  /** Words for the person in the browser. `status` is of HTTP. */
  | { kind: 'notice'; status: number; title: string; text: string };
type Notice = CallUpAnswer & { kind: 'notice' };

const notice = (status: number, title: string, text: string): Notice => ({ kind: 'notice', status, title, text });

const TITLE = 'The shop can’t be opened';

const UNKNOWN = notice(
  403,
  TITLE,
  'We don’t know your purchasing system, or its password is wrong. Please ask the people who look after your purchasing system to check its settings for this catalogue.',
);
const LIMITED = notice(
  429,
  'Too many attempts',
  'There were too many attempts from your network. Please wait a minute, then open the shop from your purchasing system again.',
);
const SWITCHED_OFF = notice(
  403,
  TITLE,
  'The connection to your purchasing system is switched off. Please ask the people who look after your purchasing system.',
);

/** What an attempt is called among those of the connection. */
const KINDS: Readonly<Record<CallUp['function'], string>> = {
  shop: 'Call-up',
  detail: 'DETAIL',
  validate: 'VALIDATE',
  backgroundSearch: 'BACKGROUND_SEARCH',
  sourcing: 'SOURCING',
  unknown: 'Call-up',
};

/** An answer, and what is kept of it for the supplier. */
interface Outcome {
  answer: CallUpAnswer;
  outcome: string;
}

/** Answers a call-up of OCI. Every refusal is an answer; other errors are thrown. */
export async function answerCallUp(dependencies: CallUpDependencies, received: ReceivedCallUp): Promise<CallUpAnswer> {
  const { db } = dependencies;
  const { key, brandId, network, parameters } = received;
  if ((await findExhausted(db, REFUSED_REQUESTS, [network])).size > 0) return LIMITED;
  const found = await findConnectionByKey(db, 'oci', key);
  const known = found && found.connection.brandId === brandId ? found : undefined;
  const isNamed = known !== undefined && isUserOf(known.connection, parameters);
  const password = findParameter(parameters, known?.connection.passwordField ?? 'PASSWORD') ?? '';
  // The same work for an unknown connection or user, so that the time tells nothing.
  const isProven = await matchesSecret(isNamed ? known.secretHashes : [], password, network);
  if (!known || !isProven) await countAttempt(db, [{ limit: REFUSED_REQUESTS, subject: network }]);
  if (!known) return UNKNOWN;
  const { connection } = known;
  const callUp = readCallUp(parameters);
  const { answer, outcome } = isProven
    ? await answerProven(dependencies, connection, callUp)
    : { answer: UNKNOWN, outcome: isNamed ? 'The password was wrong.' : 'The user name was wrong.' };
  await recordAttempt(db, {
    organisationId: connection.organisationId,
    connectionId: connection.id,
    kind: KINDS[callUp.function],
    statusCode: answer.kind === 'notice' ? answer.status : answer.kind === 'shop' ? 303 : 200,
    outcome,
  });
  return answer;
}

const isUserOf = ({ userName, userField }: Connection, parameters: Fields): boolean =>
  userName !== null && findParameter(parameters, userField ?? 'USERNAME') === userName;

async function answerProven(dependencies: CallUpDependencies, connection: Connection, callUp: CallUp): Promise<Outcome> {
  if (!connection.active) return { answer: SWITCHED_OFF, outcome: 'This connection is switched off.' };
  try {
    return await answerFunction(dependencies, connection, callUp);
  } catch (error) {
    if (!(error instanceof TripRefusedError)) throw error;
    // 560 and the like of cXML: it may go well later.
    return refuse(error.code === 560 ? 429 : error.code >= 500 ? 503 : error.code, error.message);
  }
}

const refuse = (status: number, text: string): Outcome => ({ answer: notice(status, TITLE, text), outcome: text });

function answerFunction(dependencies: CallUpDependencies, connection: Connection, callUp: CallUp): Promise<Outcome> | Outcome {
  switch (callUp.function) {
    case 'shop':
      return startShopping(dependencies, connection, callUp);
    case 'detail':
      return showProduct(dependencies, connection, callUp);
    case 'validate':
      return validateProduct(dependencies, connection, callUp);
    case 'backgroundSearch':
      return search(dependencies, connection, callUp);
    case 'sourcing':
      return refuse(400, SOURCING_REFUSAL);
    case 'unknown':
      return refuse(
        400,
        'Your purchasing system asked for a function that this catalogue doesn’t have. It answers DETAIL, VALIDATE and BACKGROUND_SEARCH, and opens the shop without a function.',
      );
  }
}

/** A trip as the call-up asks for it. */
function toNewTrip({ extrinsics: names }: Connection, callUp: CallUp): NewTrip {
  const find = (...all: (string | undefined)[]) =>
    all.map((name) => (name === undefined ? undefined : findParameter(callUp.parameters, name)?.trim())).find((value) => value);
  return {
    operation: 'create',
    isTest: false,
    buyerCookie: '',
    buyerIdentity: null,
    returnUrl: callUp.hookUrl,
    returnTarget: callUp.target,
    returnFields: callUp.controlFields,
    charset: callUp.charset,
    ociVersion: callUp.version ?? null,
    user: {
      email: find(names.email, 'UserEmail', 'Email'),
      firstName: find(names.firstName, 'FirstName'),
      lastName: find(names.lastName, 'LastName'),
    },
    shipTo: undefined,
    selectedPart: undefined,
    items: [],
  };
}

async function start({ db, ...dependencies }: CallUpDependencies, connection: Connection, trip: NewTrip): Promise<CallUpAnswer> {
  const { startUrl } = await runInTransaction(db, (tx) => createTrip(tx, dependencies, connection, trip));
  return { kind: 'shop', url: startUrl };
}

const startShopping = async (dependencies: CallUpDependencies, connection: Connection, callUp: CallUp): Promise<Outcome> => ({
  answer: await start(dependencies, connection, toNewTrip(connection, callUp)),
  outcome: 'A visit of the shop began.',
});

const NO_PRODUCT = 'The call-up names no product. Please send its number as PRODUCTID.';

const findProductId = ({ productId }: CallUp): string | undefined =>
  productId !== undefined && productId.length <= MAX_PRODUCT_ID_LENGTH ? productId : undefined;

/** The page of a product, in a visit that returns nothing. */
async function showProduct(dependencies: CallUpDependencies, connection: Connection, callUp: CallUp): Promise<Outcome> {
  const productId = findProductId(callUp);
  if (productId === undefined) return refuse(400, NO_PRODUCT);
  const sku = await findProductSku(dependencies.db, connection, productId);
  const { canonicalOrigin } = await dependencies.hosts.getBrandById(connection.brandId);
  const place =
    callUp.hookUrl === undefined ? { returnUrl: `${canonicalOrigin}${CLOSED_PATH}`, returnTarget: '_self', endsHere: true } : {};
  const trip: NewTrip = {
    ...toNewTrip(connection, callUp),
    ...place,
    operation: 'inspect',
    selectedPart: { sku, auxiliaryId: undefined },
  };
  return { answer: await start(dependencies, connection, trip), outcome: 'A visit began in which a product is looked at.' };
}

const writeAnswer = (
  connection: Connection,
  { hookUrl = '', target, charset, controlFields }: CallUp,
  lines: readonly OciLine[],
) =>
  writeReturnForm({ hookUrl, target: target ?? connection.returnTarget, charset, controlFields }, lines, {
    ...connection,
    customFields: connection.customFields as CustomFields,
  });

async function validateProduct(dependencies: CallUpDependencies, connection: Connection, callUp: CallUp): Promise<Outcome> {
  const productId = findProductId(callUp);
  if (productId === undefined) return refuse(400, NO_PRODUCT);
  const asked = { productId, quantity: callUp.quantity ?? 1 };
  const line = await quoteProduct(dependencies, connection, toNewTrip(connection, callUp), asked);
  return {
    answer: { kind: 'answer', form: writeAnswer(connection, callUp, line ? [line] : []), system: connection.name },
    outcome: line
      ? 'The buyer’s system was told today’s price of a product.'
      : 'The buyer’s system asked for a product that is gone or can’t be returned.',
  };
}

async function search(dependencies: CallUpDependencies, connection: Connection, callUp: CallUp): Promise<Outcome> {
  const { searchText } = callUp;
  if (searchText === undefined) return refuse(400, 'The call-up has no text to search for. Please send it as SEARCHSTRING.');
  const { lines, totalCount } = await searchProducts(dependencies, connection, toNewTrip(connection, callUp), searchText);
  return {
    answer: {
      kind: 'found',
      form: writeAnswer(connection, callUp, lines),
      system: connection.name,
      searchText,
      shown: lines.length,
      found: totalCount,
    },
    outcome: `The buyer’s system searched. ${totalCount} ${totalCount === 1 ? 'garment was' : 'garments were'} found${totalCount > MAX_FOUND ? `, of which the first ${lines.length} were returned` : ''}.`,
  };
}
