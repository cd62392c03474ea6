import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, type Finding, summarizeChecks } from '../attack.ts';
import { addPersonWithPassword, listMails, logIn, readJson, readMail, type Session, type Target, tryLogIn } from '../target.ts';

/** How long a job may take before an attack gives up. */
const MAX_JOB_MS = 30_000;

const ADMIN = 'admin@meridian.example';
const PEER = 'north.admin@meridian.example';
const ADMIN_ROLE = 33;

interface PersonBody {
  customers: { id: number; email: string; roleIds: number[]; allowOrderApproval: boolean }[];
}

async function readPerson(session: Session, id: number) {
  const [person] = readJson<PersonBody>(await session.call('GET', `/api/customers/${id}`)).customers;
  if (!person) throw new Error(`There is no person ${id}.`);
  return person;
}

async function findPerson(admin: Session, email: string) {
  const [person] = readJson<PersonBody>(
    await admin.call('GET', `/api/customers?query=${encodeURIComponent(email)}&limit=1`),
  ).customers;
  if (!person) throw new Error(`There is no ${email}.`);
  return person;
}

/** Requests a recovery link for the address, and says whether one was mailed there. */
async function canRecover(target: Target, email: string): Promise<boolean> {
  await target.send({ path: '/api/passwordrecovery', form: { username: email } });
  // The mail may be written after the response.
  await delay(1000);
  for (const mail of await listMails(target, email)) if ((await readMail(target, mail)).includes('/resetpassword?')) return true;
  return false;
}

const takeOverPeer: Attack = {
  name: 'Take over a fellow administrator by their email address',
  expected: 'call 20 refuses or ignores the new address; no recovery link goes to it; the own address keeps logging in',
  run: async (target) => {
    const admin = await logIn(target, ADMIN);
    const peer = await findPerson(admin, PEER);
    const stolen = `stolen.${peer.id}@attacker.example`;
    const put = await admin.call('PUT', `/api/customers/${peer.id}`, { customer: { email: stolen } });
    const { email } = await readPerson(admin, peer.id);
    const isRecoverable = await canRecover(target, stolen);
    const own = await tryLogIn(target, PEER);
    // Otherwise the attacks after this one would lack the person.
    if (email !== PEER) await admin.call('PUT', `/api/customers/${peer.id}`, { customer: { email: PEER } });
    return summarizeChecks([
      {
        held: email === PEER,
        seen: `call 20 answered ${put.status}, the address is ${email === PEER ? 'unchanged' : 'changed'}`,
      },
      { held: !isRecoverable, seen: isRecoverable ? 'the attacker got a recovery link' : 'no recovery link' },
      { held: own.status === 200, seen: `log-in by the own address: ${own.status}` },
    ]);
  },
};

const changeWithoutProof: Attack = {
  name: 'Change a fellow administrator’s address without the own password',
  expected: 'POST /api/customers/{id}/email exists, and refuses without the changer’s password and with a wrong one',
  run: async (target) => {
    const admin = await logIn(target, ADMIN);
    const peer = await findPerson(admin, PEER);
    const path = `/api/customers/${peer.id}/email`;
    const email = 'stolen.too@attacker.example';
    const without = await admin.call('POST', path, { email });
    const wrong = await admin.call('POST', path, { email, password: 'wrong' });
    const isRefusal = ({ status, text }: { status: number; text: string }) =>
      status >= 400 && status < 500 && !text.includes('"path"');
    const after = await readPerson(admin, peer.id);
    return summarizeChecks([
      { held: isRefusal(without), seen: `without a password: ${without.status}` },
      { held: isRefusal(wrong), seen: `with a wrong one: ${wrong.status}` },
      { held: after.email === PEER, seen: `the address is ${after.email === PEER ? 'unchanged' : 'changed'}` },
    ]);
  },
};

const changeUnnoticed: Attack = {
  name: 'Change the address of someone who has a password, unnoticed',
  expected: 'the address counts only once the new one confirms; both addresses get a mail',
  run: async (target) => {
    const admin = await logIn(target, ADMIN);
    const victim = await addPersonWithPassword(target, admin);
    const next = `next.${victim.id}@made.example`;
    const mailsBefore = (await listMails(target, victim.email)).length;
    const put = await admin.call('PUT', `/api/customers/${victim.id}`, { customer: { email: next } });
    // Where call 20 refuses, the call of its own is the way; a password in it does no harm where none is needed.
    if (put.status >= 400) {
      const password = 'Uniform-2026';
      await admin.call('POST', `/api/customers/${victim.id}/email`, { email: next, password, currentPassword: password });
    }
    const own = await tryLogIn(target, victim.email, victim.password);
    const other = await tryLogIn(target, next, victim.password);
    const toOld = (await listMails(target, victim.email)).length - mailsBefore;
    const toNew = (await listMails(target, next)).length;
    return summarizeChecks([
      {
        held: own.status === 200 && other.status !== 200,
        seen: `log-in by the old address: ${own.status}, by the new one: ${other.status}`,
      },
      { held: toOld > 0, seen: `mails to the old address: ${toOld}` },
      { held: toNew > 0, seen: `mails to the new address: ${toNew}` },
    ]);
  },
};

const importAddress: Attack = {
  name: 'Change an address by an import of people',
  expected: 'nothing changes unless it is confirmed; then the address counts only once the new one confirms, and both get a mail',
  run: async (target) => {
    const admin = await logIn(target, ADMIN);
    const employeeNumber = `AT${Date.now() % 1_000_000}`;
    const victim = await addPersonWithPassword(target, admin, { employeeNumber });
    const next = `imported.${victim.id}@attacker.example`;
    const file = Buffer.from(`Employee number,Email\n${employeeNumber},${next}\n`);
    const runImport = async (confirmed: Record<string, number>) => {
      const upload = await target.send({
        path: '/api/peopleimports?fileName=addresses.csv',
        token: admin.accessToken,
        body: file,
      });
      const { id } = readJson<{ peopleImport: { id: number } }>(upload).peopleImport;
      await admin.call('POST', `/api/peopleimports/${id}/preview`, { fields: ['employeeNumber', 'email'] });
      await waitForImport(admin, id, 'previewed');
      const run = await admin.call('POST', `/api/peopleimports/${id}/run`, { confirmed });
      if (run.status === 200) await waitForImport(admin, id, 'finished');
    };
    const mailsBefore = (await listMails(target, victim.email)).length;
    await runImport({});
    const unconfirmed = (await listMails(target, next)).length;
    await runImport({ newEmail: 1 });
    const own = await tryLogIn(target, victim.email, victim.password);
    const other = await tryLogIn(target, next, victim.password);
    const toOld = (await listMails(target, victim.email)).length - mailsBefore;
    const toNew = (await listMails(target, next)).length;
    return summarizeChecks([
      { held: unconfirmed === 0, seen: `mails to the new address before it is confirmed: ${unconfirmed}` },
      {
        held: own.status === 200 && other.status !== 200,
        seen: `log-in by the old address: ${own.status}, by the new one: ${other.status}`,
      },
      { held: toOld > 0 && toNew > 0, seen: `mails to the old address: ${toOld}, to the new one: ${toNew}` },
    ]);
  },
};

async function waitForImport(admin: Session, id: number, expected: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { state } = readJson<{ peopleImport: { state: string } }>(
      await admin.call('GET', `/api/peopleimports/${id}`),
    ).peopleImport;
    if (state === expected) return;
    await delay(200);
  }
}

const grantAdmin: Attack = {
  name: 'Grant the role of an administrator with a stolen session',
  expected: 'without the granter’s password, call 20 grants neither role 33 nor order approval for the whole organisation',
  run: async (target) => {
    const admin = await logIn(target, ADMIN);
    const accomplice = await addPersonWithPassword(target, admin);
    const put = await admin.call('PUT', `/api/customers/${accomplice.id}`, {
      customer: { roleIds: [3, ADMIN_ROLE], allowOrderApproval: true },
    });
    const { roleIds, allowOrderApproval } = await readPerson(admin, accomplice.id);
    return summarizeChecks([
      { held: !roleIds.includes(ADMIN_ROLE), seen: `call 20 answered ${put.status}, roles ${roleIds.join(', ')}` },
      { held: !allowOrderApproval, seen: `order approval ${allowOrderApproval ? 'granted' : 'not granted'}` },
    ]);
  },
};

/** The state of a person's old tokens after their account was closed and opened again. */
async function closeAndOpen(
  target: Target,
  name: string,
  close: (admin: Session, id: number) => Promise<unknown>,
  open: (admin: Session, id: number) => Promise<unknown>,
): Promise<Finding> {
  const admin = await logIn(target, ADMIN);
  const person = await addPersonWithPassword(target, admin);
  const session = await logIn(target, person.email, person.password);
  const before = (await session.call('GET', '/api/customerprofile')).status;
  await close(admin, person.id);
  const closed = (await session.call('GET', '/api/customerprofile')).status;
  await open(admin, person.id);
  const opened = (await session.call('GET', '/api/customerprofile')).status;
  const refresh = await target.send({
    path: '/api/token',
    form: { grant_type: 'refresh_token', refresh_token: session.refreshToken },
  });
  const again = await tryLogIn(target, person.email, person.password);
  return {
    held: before === 200 && closed === 401 && opened === 401 && refresh.status === 400 && again.status === 200,
    seen: `${name}: token ${before} before, ${closed} while closed, ${opened} after opening; refresh ${refresh.status}, log-in ${again.status}`,
  };
}

/** Closes or opens an account with a bulk edit, and waits until its job has done that. */
async function bulkEdit(admin: Session, action: 'close' | 'open', id: number): Promise<void> {
  let response = await admin.call('POST', '/api/customers/bulkedits', { action, customerIds: [id] });
  for (let waited = 0; waited < MAX_JOB_MS; waited += 50) {
    const { bulkEdit: edit } = readJson<{ bulkEdit: { id: number; state: string } }>(response);
    if (edit.state === 'finished') return;
    await delay(50);
    response = await admin.call('GET', `/api/bulkedits/${edit.id}`);
  }
  throw new Error(`The bulk edit that should ${action} an account has not finished in ${MAX_JOB_MS} ms.`);
}

const reviveSession: Attack = {
  name: 'Use an old session after the account was closed and opened again',
  expected: 'closing ends the sessions for good, whichever way: access token 401 and refresh token 400 also after opening',
  run: async (target) => {
    const setActive = (active: boolean) => (admin: Session, id: number) =>
      admin.call('PUT', `/api/customers/${id}`, { customer: { active } });
    return summarizeChecks([
      await closeAndOpen(target, 'by call 20', setActive(false), setActive(true)),
      await closeAndOpen(
        target,
        'by removal',
        (admin, id) => admin.call('DELETE', `/api/customers/${id}`),
        async (admin, id) => {
          await admin.call('POST', `/api/customers/${id}/restore`);
          await setActive(true)(admin, id);
        },
      ),
      await closeAndOpen(
        target,
        'by bulk edit',
        (admin, id) => bulkEdit(admin, 'close', id),
        (admin, id) => bulkEdit(admin, 'open', id),
      ),
    ]);
  },
};

/** Attacks by which one person takes over, or keeps, another one's account. */
export const accountAttacks: Attack[] = [
  takeOverPeer,
  changeWithoutProof,
  changeUnnoticed,
  importAddress,
  grantAdmin,
  reviveSession,
];
