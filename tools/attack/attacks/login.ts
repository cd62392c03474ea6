import { Secret, TOTP } from 'otpauth';
import { demoPassword } from '#demo/demo-logins.ts';
import { type Attack, summarizeChecks } from '../attack.ts';
import { addPerson, addPersonWithPassword, listMails, logIn, readJson, tryLogIn } from '../target.ts';

const ADMIN = 'admin@meridian.example';
const DAY_MS = 24 * 60 * 60 * 1000;

const manyAddresses: Attack = {
  name: 'Guess passwords from many IPv6 addresses of one network',
  expected: 'attempts from one /64, however its addresses are written, are refused with 429 within 60',
  needs: 'its own portal',
  run: async (target) => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const suffix = attempt.toString(16);
      const response = await target.send({
        path: '/api/token',
        form: { grant_type: 'password', username: `nobody.${attempt}@made.example`, password: 'wrong' },
        // The short form leaves out zeros, so that the text before the fourth colon differs within one network.
        from: attempt % 2 === 0 ? `2001:db8::${suffix}` : `2001:db8:0:0:${suffix}::1`,
      });
      statuses.push(response.status);
    }
    const first = statuses.indexOf(429);
    return { held: first >= 0, seen: first < 0 ? 'all 60 attempts were checked' : `refused from attempt ${first + 1}` };
  },
};

const removeSecondFactor: Attack = {
  name: 'Remove the second factor with the password alone',
  expected: 'the portal also asks for a code; the owner gets a mail about the removal',
  run: async (target) => {
    const session = await logIn(target, 'north.admin@meridian.example');
    const started = await session.call('POST', '/api/secondfactor/start', { password: demoPassword });
    const { secret } = readJson<{ secret: string }>(started);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const confirmed = await session.call('POST', '/api/secondfactor/confirm', { otp: code });
    const { recoveryCodes } = readJson<{ recoveryCodes: string[] }>(confirmed);
    const mails = (await listMails(target, session.email)).length;
    const removed = await session.call('POST', '/api/secondfactor/remove', { password: demoPassword });
    const { on } = readJson<{ on: boolean }>(await session.call('GET', '/api/secondfactor'));
    if (on) await session.call('POST', '/api/secondfactor/remove', { password: demoPassword, otp: recoveryCodes[0] });
    const off = readJson<{ on: boolean }>(await session.call('GET', '/api/secondfactor'));
    const mailed = (await listMails(target, session.email)).length - mails;
    return summarizeChecks([
      {
        held: removed.status >= 400 && on,
        seen: `with the password alone: ${removed.status}, the factor is ${on ? 'on' : 'off'}`,
      },
      { held: !off.on, seen: `with a recovery code as well the factor is ${off.on ? 'still on' : 'off'}` },
      { held: mailed > 0, seen: `mails to the owner about it: ${mailed}` },
    ]);
  },
};

/** Addresses that look like another one or that programs read differently. */
const MISLEADING_ADDRESSES = [
  '<a@b>',
  'Someone <someone@made.example>',
  'a@b',
  'first@made.example,second@made.example',
  'some\u202Eone@made.example',
  'аdmin@meridian.example',
  'admin@meridıan.example',
  'ａdmin@made.example',
  'someone@made.example\r\nBcc: other@made.example',
  '"quoted name"@made.example',
];

const misleadingAddresses: Attack = {
  name: 'Add people under misleading email addresses',
  expected:
    'angle brackets, lists, bidirectional and look-alike characters are refused with 422 `email`; what cannot be seen is not stored',
  run: async (target) => {
    const admin = await logIn(target, ADMIN);
    const accepted: string[] = [];
    for (const email of MISLEADING_ADDRESSES) {
      const response = await admin.call('POST', '/api/customers', {
        customer: { email, firstName: 'Look', lastName: 'Alike', roleIds: [34] },
      });
      if (response.status !== 422 || !response.text.includes('"email"'))
        accepted.push(`${JSON.stringify(email)} (${response.status})`);
    }
    const total = MISLEADING_ADDRESSES.length;
    const visible = `seen.${Date.now()}@made.example`;
    const copied = await admin.call('POST', '/api/customers', {
      customer: { email: `\u200B${visible}\u200B`, firstName: 'Copied', lastName: 'Address', roleIds: [34] },
    });
    return summarizeChecks([
      {
        held: accepted.length === 0,
        seen: accepted.length === 0 ? `${total} of ${total} refused` : `accepted: ${accepted.join(', ')}`,
      },
      {
        held: copied.text.includes(`"${visible}"`),
        seen: `an address that was copied with invisible characters: ${copied.status}`,
      },
    ]);
  },
};

const leavers: Attack = {
  name: 'Log in long after the last day of work',
  expected: 'someone who left 60 days ago cannot log in; someone who left 5 days ago can, and cannot order',
  run: async (target) => {
    const admin = await logIn(target, ADMIN);
    const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
    const left = async (days: number) => {
      const person = await addPersonWithPassword(target, admin, { roleIds: [35], startDateUtc: '2020-01-01' });
      readJson(await admin.call('PUT', `/api/customers/${person.id}`, { customer: { endDateUtc: dayBefore(days) } }));
      return person;
    };
    const longGone = await left(60);
    const recent = await left(5);
    const refused = await tryLogIn(target, longGone.email, longGone.password);
    const admitted = await tryLogIn(target, recent.email, recent.password);
    const added = admitted.status === 200 ? await orderAs(target, recent.email, recent.password) : undefined;
    return summarizeChecks([
      { held: refused.status === 400, seen: `log-in 60 days after the last day: ${refused.status}` },
      { held: admitted.status === 200, seen: `log-in 5 days after it: ${admitted.status}` },
      { held: added === undefined || added >= 400, seen: `adding to the cart 5 days after it: ${added ?? 'not tried'}` },
    ]);
  },
};

async function orderAs(target: Parameters<typeof logIn>[0], email: string, password: string): Promise<number> {
  const session = await logIn(target, email, password);
  const { products } = readJson<{ products: { id: number }[] }>(await session.call('GET', '/api/products?limit=1'));
  const id = products[0]?.id;
  const [product] = readJson<{ products: { productAttributeCombinations: { id: number }[] }[] }>(
    await session.call('GET', `/api/products/${id}`),
  ).products;
  const combinationId = product?.productAttributeCombinations[0]?.id;
  const item = { productId: id, combinationId, quantity: 1 };
  return (await session.call('POST', '/api/shopping_cart_items/multiple', { items: [item] })).status;
}

const repeatedErasureRequests: Attack = {
  name: 'Flood administrators with mails by requests for erasure',
  expected: 'twenty requests, each withdrawn, cause at most three mails to one administrator',
  run: async (target) => {
    const admin = await logIn(target, ADMIN);
    const person = await addPersonWithPassword(target, admin);
    const before = (await listMails(target, ADMIN)).length;
    const session = await logIn(target, person.email, person.password);
    for (let round = 0; round < 20; round += 1) {
      await session.call('POST', '/api/erasurerequest');
      await session.call('DELETE', '/api/erasurerequest');
    }
    const mails = (await listMails(target, ADMIN)).length - before;
    return { held: mails <= 3, seen: `${mails} mails` };
  },
};

const erasedTraces: Attack = {
  name: 'Find an erased person under a former name and address',
  expected: 'no mail to a former address, and none that contains a former name, is left',
  run: async (target) => {
    const admin = await logIn(target, ADMIN);
    const former = `Formername${Date.now()}`;
    const { id, email } = await addPerson(admin, { firstName: former });
    readJson(await admin.call('GET', `/api/sendemailinvite/${id}`));
    const sent = (await listMails(target, email)).length;
    const latest = `latest.${id}@made.example`;
    readJson(await admin.call('PUT', `/api/customers/${id}`, { customer: { email: latest, firstName: 'Latest' } }));
    const erased = await admin.call('POST', `/api/customers/${id}/erase`, { confirmation: latest });
    const left = (await listMails(target, email)).length;
    return summarizeChecks([
      { held: erased.status === 200, seen: `the erasure answered ${erased.status}` },
      { held: sent > 0 && left === 0, seen: `mails to the former address: ${sent} before, ${left} after` },
    ]);
  },
};

/** Attacks on log-in, second factor, addresses and personal data. */
export const loginAttacks: Attack[] = [
  manyAddresses,
  removeSecondFactor,
  misleadingAddresses,
  leavers,
  repeatedErasureRequests,
  erasedTraces,
];
