import { randomBytes } from 'node:crypto';
import { demoPassword } from '#demo/demo-logins.ts';
import { createHostileClient, type HttpResponse, type Send } from './client.ts';
import type { PortalProcess } from './portal-process.ts';

/** The portal under attack, with the demonstration's data. */
export interface Target {
  origin: string;
  hostname: string;
  port: number;
  send: Send;
  /** The process, when this script has started it. */
  portal?: PortalProcess;
  close(): void;
}

/** A target for the portal at this origin. */
export function createTarget(origin: string, portal?: PortalProcess): Target {
  const url = new URL(origin);
  const port = Number(url.port || 80);
  // One loopback address for the names below localhost, which not every resolver knows.
  const hostname = url.hostname.endsWith('localhost') ? '127.0.0.1' : url.hostname;
  const client = createHostileClient(hostname, port);
  return { origin, hostname, port, send: client.send, close: client.close, ...(portal ? { portal } : {}) };
}

/** Someone who is logged in. */
export interface Session {
  host: string;
  email: string;
  accessToken: string;
  refreshToken: string;
  call(method: string, path: string, json?: unknown): Promise<HttpResponse>;
}

/** A network of its own for every caller, so that limits per network do not refuse one attack because of another. */
export const aNetwork = (): string => `10.${randomBytes(3).join('.')}`;

/** Logs in, and returns the response whatever it is. */
export const tryLogIn = (target: Target, email: string, password = demoPassword, further: Record<string, string> = {}) =>
  target.send({
    path: '/api/token',
    host: hostOf(email),
    form: { grant_type: 'password', username: email, password, ...further },
    from: aNetwork(),
  });

/** The host of the brand of a demonstration address. */
export function hostOf(email: string): string {
  if (email.endsWith('@hallam.example')) return 'alder.localhost';
  return email.endsWith('@corvane.example') ? 'brackwell.localhost' : 'localhost';
}

/** Logs in. Throws if that is refused. */
export async function logIn(target: Target, email: string, password = demoPassword): Promise<Session> {
  const response = await tryLogIn(target, email, password);
  if (response.status !== 200) throw new Error(`${email} cannot log in: ${response.status} ${response.text}`);
  const { access_token: accessToken, refresh_token: refreshToken } = JSON.parse(response.text) as Record<string, string>;
  const host = hostOf(email);
  return {
    host,
    email,
    accessToken: accessToken as string,
    refreshToken: refreshToken as string,
    call: (method, path, json) =>
      target.send({ method, path, host, token: accessToken as string, ...(json === undefined ? {} : { json }) }),
  };
}

/** The JSON of a response. Throws unless the status is 200. */
export function readJson<T>(response: HttpResponse): T {
  if (response.status !== 200) throw new Error(`unexpected response: ${response.status} ${response.text.slice(0, 200)}`);
  return JSON.parse(response.text) as T;
}

export interface ListedMail {
  id: string;
  subject: string;
  recipient: string;
}

/** The mails to addresses that contain `to`, newest first, from the demonstration's local mailbox. */
export async function listMails(target: Target, to = '', host = 'localhost'): Promise<ListedMail[]> {
  const { text } = await target.send({ path: `/mailbox/list?refresh=off&to=${encodeURIComponent(to)}`, host });
  const rows = text.matchAll(
    /href="\/mailbox\/([0-9a-f-]{36})"><span class="subject">(.*?)<\/span><span class="to">(.*?)<\/span>/gs,
  );
  return [...rows].map(([, id = '', subject = '', recipient = '']) => ({ id, subject, recipient }));
}

/** The page of one mail in the local mailbox. */
export const readMail = async (target: Target, { id }: ListedMail, host = 'localhost'): Promise<string> =>
  (await target.send({ path: `/mailbox/${id}`, host })).text.replaceAll('&amp;', '&');

/** Someone whom an attack has added, with a password of their own. */
export interface AddedPerson {
  id: number;
  email: string;
  password: string;
}

const STAFF = 34;

/** Adds a person without a password. */
export async function addPerson(admin: Session, values: Record<string, unknown> = {}): Promise<{ id: number; email: string }> {
  const unique = randomBytes(5).toString('hex');
  const response = await admin.call('POST', '/api/customers', {
    customer: {
      email: `attack.${unique}@made.example`,
      firstName: 'Attacked',
      lastName: `Person ${unique}`,
      roleIds: [STAFF],
      ...values,
    },
  });
  const [person] = readJson<{ customers: { id: number; email: string }[] }>(response).customers;
  if (!person) throw new Error('The person was not added.');
  return person;
}

/** Adds a person and sets their password by the mailed invitation, as the person would. */
export async function addPersonWithPassword(
  target: Target,
  admin: Session,
  values: Record<string, unknown> = {},
): Promise<AddedPerson> {
  const { id, email } = await addPerson(admin, values);
  readJson(await admin.call('GET', `/api/sendemailinvite/${id}`));
  const [mail] = await listMails(target, email, admin.host);
  if (!mail) throw new Error(`There is no invitation to ${email}.`);
  const link = /\/userActivation\?[^\s"<]+/i.exec(await readMail(target, mail, admin.host))?.[0] ?? '';
  const token = new URL(link, 'http://localhost').searchParams.get('token') ?? '';
  const query = new URLSearchParams({ token, email });
  const check = readJson<{ oId: number }>(await target.send({ path: `/api/checkinvitationtoken?${query}`, host: admin.host }));
  const password = `Kettle, moss & trailer ${randomBytes(3).toString('hex')}`;
  const response = await target.send({
    path: '/api/customers/updatePassword',
    host: admin.host,
    json: { passwordReset: { email, token, password, organisationId: check.oId } },
  });
  const { success, msg } = readJson<{ success: boolean; msg: string }>(response);
  if (!success) throw new Error(`The password of ${email} was not set: ${msg}`);
  return { id, email, password };
}
