import { randomUUID } from 'node:crypto';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { Connection } from '../connections/connection.queries.ts';
import { createSecret, hashTestSecret } from '../connections/secrets.ts';
import type { Credential } from '../cxml/envelope.rules.ts';
import { endTrip } from '../trips/trips.queries.ts';
import { readXmlDocument } from '../xml/read-xml.ts';
import { findChild, readChildText } from '../xml/xml-element.ts';
import type { ConnectionDetails } from './kept-connections.queries.ts';
import { addTestSecret, deleteTestSecret } from './secrets.queries.ts';
import { deleteTestTrip, findTestTrip, forgetLearntOrigin, hasPerson } from './self-test.queries.ts';
import { type TestBuyer, writeProfileRequest, writeSetupRequest } from './self-test-documents.rules.ts';

type Report = ReplyOf<'POST /api/operator/punchout/connections/:id/test'>;
type Step = Report['steps'][number];

/** A request to this server, as one that came from outside is handled. */
export type SendToSelf = (request: {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  payload?: string;
}) => Promise<{ statusCode: number; headers: Record<string, unknown>; body: string }>;

interface TestContext {
  db: Db;
  send: SendToSelf;
  connection: Connection;
  host: string;
  secret: string;
  /** Tells the trip of this test from others. */
  cookie: string;
  email: string | undefined;
  returnUrl: string;
}

const passed = (name: string, outcome: string): Step => ({ name, state: 'passed', outcome });
const failed = (name: string, outcome: string): Step => ({ name, state: 'failed', outcome });
const skipped = (name: string, outcome: string): Step => ({ name, state: 'skipped', outcome });

const WRONG_SECRET = 'not the secret of this connection';
/** A host that never exists (RFC 6761). */
const FOREIGN_ORIGIN = 'https://self-test.invalid';
const NO_ONE = 'No one would be found to shop. Enter the email address of someone with access, and test again.';

/** The answer of the endpoint: its status, its words, and the page at which the user begins. */
interface Answer {
  code: number;
  text: string;
  startUrl: string | undefined;
}

async function ask({ send, connection, host }: TestContext, payload: string): Promise<Answer> {
  const response = await send({
    method: 'POST',
    url: `/punchout/cxml/${connection.key}`,
    headers: { host, 'content-type': 'text/xml; charset=utf-8' },
    payload,
  });
  if (response.statusCode !== 200)
    return { code: 0, text: `The portal answered with HTTP ${response.statusCode}.`, startUrl: undefined };
  const answer = findChild(readXmlDocument(Buffer.from(response.body)), 'Response');
  const status = answer && findChild(answer, 'Status');
  return {
    code: Number(status?.attributes.code),
    text: status?.text.trim() || (status?.attributes.text ?? ''),
    startUrl: readChildText(answer, 'PunchOutSetupResponse', 'StartPage', 'URL'),
  };
}

const describe = ({ code, text }: Answer) => `The portal answered ${code}: ${text}`;

function checkSettings({ connection }: TestContext, { secrets }: ConnectionDetails): Step {
  const name = 'The connection is ready';
  if (!connection.active) return failed(name, 'It is switched off. Switch it on before the buyer tries.');
  if (secrets.length === 0) return failed(name, 'It has no secret yet. Set one before the buyer tries.');
  if (connection.learntReturnOrigin !== null)
    return failed(name, `The return address ${connection.learntReturnOrigin} waits for approval. Approve or refuse it.`);
  return passed(name, 'It is switched on and has a secret.');
}

const toBuyer = ({ connection, host }: TestContext): TestBuyer => {
  const none: Credential = { domain: 'DUNS', identity: '000000000' };
  const from = connection.buyerIdentities[0] ?? none;
  return {
    from,
    sender: connection.senderIdentities[0] ?? from,
    to: connection.supplierIdentity ?? none,
    host,
    dtdVersion: connection.dtdVersion,
  };
};

const writeSetup = (context: TestContext, secret: string, returnUrl: string) =>
  writeSetupRequest(toBuyer(context), secret, new Date(), {
    email: context.email,
    extrinsic: context.connection.extrinsics.email ?? 'UserEmail',
    returnUrl,
    cookie: context.cookie,
  });

const describeBegun = ({ connection, returnUrl }: TestContext) =>
  connection.returnOrigins.length > 0
    ? `The request was accepted, with the return address ${new URL(returnUrl).origin}.`
    : 'The request was accepted. No return address is listed yet: that of the buyer’s first request will wait for your approval.';

async function testCxml(context: TestContext, mayBegin: boolean): Promise<{ steps: Step[]; startUrl: string | undefined }> {
  const profile = await ask(context, writeProfileRequest(toBuyer(context), context.secret, new Date()));
  const wrong = await ask(context, writeProfileRequest(toBuyer(context), WRONG_SECRET, new Date()));
  const steps = [
    profile.code === 200
      ? passed('The portal says which requests it accepts', 'The buyer’s network can find out what is offered.')
      : failed('The portal says which requests it accepts', `${describe(profile)} Check the identities of the connection.`),
    wrong.code === 401
      ? passed('A wrong secret is refused', 'It was refused with 401.')
      : failed('A wrong secret is refused', `${describe(wrong)} Tell your technical contact.`),
  ];
  const name = 'A visit begins';
  if (!mayBegin) return { steps: [...steps, skipped(name, NO_ONE)], startUrl: undefined };
  if (context.connection.returnOrigins.length > 0) {
    const foreign = await ask(context, writeSetup(context, context.secret, `${FOREIGN_ORIGIN}/`));
    steps.push(
      foreign.code === 400
        ? passed('Another return address is refused', 'Carts go only to the addresses that are listed.')
        : failed('Another return address is refused', `${describe(foreign)} Check the return addresses.`),
    );
  }
  const setup = await ask(context, writeSetup(context, context.secret, context.returnUrl));
  const isBegun = setup.code === 200 && setup.startUrl !== undefined;
  return {
    steps: [
      ...steps,
      isBegun
        ? passed(name, describeBegun(context))
        : failed(name, `${describe(setup)} Check who shops and the return addresses.`),
    ],
    startUrl: isBegun ? setup.startUrl : undefined,
  };
}

async function callUp({ send, connection, host, cookie, returnUrl }: TestContext, password: string) {
  const { userField, passwordField, userName, key } = connection;
  const hook = `${returnUrl}?selftest=${cookie}`;
  const response = await send({
    method: 'POST',
    url: `/punchout/oci/${key}`,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams([
      [userField ?? 'USERNAME', userName ?? ''],
      [passwordField ?? 'PASSWORD', password],
      ['HOOK_URL', hook],
      ['OCI_VERSION', '4.0'],
    ]).toString(),
  });
  const location = response.headers.location;
  return { statusCode: response.statusCode, startUrl: typeof location === 'string' ? location : undefined };
}

async function testOci(context: TestContext, mayBegin: boolean): Promise<{ steps: Step[]; startUrl: string | undefined }> {
  const wrong = await callUp(context, WRONG_SECRET);
  const steps = [
    wrong.startUrl === undefined
      ? passed('A wrong secret is refused', `It was refused with HTTP ${wrong.statusCode}.`)
      : failed('A wrong secret is refused', 'It was accepted. Tell your technical contact.'),
  ];
  const name = 'A visit begins';
  if (!mayBegin) return { steps: [...steps, skipped(name, NO_ONE)], startUrl: undefined };
  const begun = await callUp(context, context.secret);
  return {
    steps: [
      ...steps,
      begun.startUrl === undefined
        ? failed(
            name,
            `The portal answered with HTTP ${begun.statusCode}. Check the user name, who shops and the return addresses.`,
          )
        : passed(name, describeBegun(context)),
    ],
    startUrl: begun.startUrl,
  };
}

/** Opens the start page as the browser does: its key is exchanged for a session, which knows its visit. */
async function testStartPage({ send, host }: TestContext, startUrl: string): Promise<Step> {
  const name = 'The start page opens';
  const auto = new URL(startUrl, `https://${host}`).searchParams.get('auto');
  if (!auto) return failed(name, 'The address of the start page has no key. Tell your technical contact.');
  const token = await send({
    method: 'POST',
    url: '/api/token',
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', auto }).toString(),
  });
  if (token.statusCode !== 200)
    return failed(name, 'The person can’t log in. Check that they have access and a role that may order.');
  const { access_token: accessToken } = JSON.parse(token.body) as { access_token: string };
  const profile = await send({
    method: 'GET',
    url: '/api/customerprofile',
    headers: { host, authorization: `Bearer ${accessToken}` },
  });
  return profile.statusCode === 200 && /"punchoutSessionGuid":"[0-9a-f-]{36}"/.test(profile.body)
    ? passed(name, 'The person is logged in and sees the portal as a visit of the buyer’s system.')
    : failed(name, `The portal answered with HTTP ${profile.statusCode} after the log-in. Tell your technical contact.`);
}

/** Ends and deletes what the test has begun. */
async function cleanUp({ db, connection, cookie, returnUrl }: TestContext, testSecretId: number): Promise<void> {
  const { organisationId, id } = connection;
  await deleteTestSecret(db, organisationId, testSecretId);
  const tripId = await findTestTrip(db, organisationId, id, cookie);
  await runInTransaction(db, async (tx) => {
    if (tripId !== undefined) {
      await endTrip(tx, organisationId, tripId, 'cancelled');
      await deleteTestTrip(tx, organisationId, tripId);
    }
    if (connection.learntReturnOrigin === null) await forgetLearntOrigin(tx, organisationId, id, new URL(returnUrl).origin);
  });
}

/** Whether the request would find someone: no one is added for a test. */
async function findsSomeone(db: Db, { organisationId, userPolicy, sharedCustomerId }: Connection, email: string | undefined) {
  if (userPolicy === 'shared' || (userPolicy === 'email' && sharedCustomerId !== null)) return true;
  return email !== undefined && (await hasPerson(db, organisationId, email));
}

/**
 * Plays the buyer: makes the requests of its system to this server, with a secret of its own, and says of each whether it was answered as it should be. What it
 * begins is ended and deleted; its requests stay among the last ones of the connection.
 */
export async function testConnection(
  { db, send, origin }: { db: Db; send: SendToSelf; origin: string },
  connection: Connection,
  details: ConnectionDetails,
  email: string | undefined,
): Promise<Report> {
  const { organisationId, id, protocol, returnOrigins, learntReturnOrigin } = connection;
  const secret = createSecret();
  const testSecretId = await addTestSecret(db, { organisationId, connectionId: id, hash: hashTestSecret(secret) });
  const context: TestContext = {
    db,
    send,
    connection,
    host: new URL(origin).host,
    secret,
    cookie: `self-test-${randomUUID()}`,
    email,
    returnUrl: `${returnOrigins[0] ?? learntReturnOrigin ?? FOREIGN_ORIGIN}/`,
  };
  const steps = [checkSettings(context, details)];
  try {
    if (!connection.active)
      steps.push(skipped('A visit begins', 'The connection is switched off. Switch it on, and test again.'));
    else {
      const mayBegin = await findsSomeone(db, connection, email);
      const { steps: more, startUrl } = await (protocol === 'cxml' ? testCxml : testOci)(context, mayBegin);
      steps.push(...more);
      if (startUrl !== undefined) steps.push(await testStartPage(context, startUrl));
    }
  } finally {
    await cleanUp(context, testSecretId);
  }
  return { hasPassed: steps.every(({ state }) => state === 'passed'), steps };
}
