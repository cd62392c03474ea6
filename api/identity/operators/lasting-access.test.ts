import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createProof } from '#api/testing/operator-accounts.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { anEndpoint } from '#api/testing/webhooks.ts';
import { OPERATOR_RIGHTS } from '#contract/identity/operators/operator-rights.ts';
import { warnOfExpiringApiKeys } from './api-keys.actions.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let operator: TestOperatorClient;
let colleague: TestOperatorClient;
let keyId: number;
let webhookId: number;

const rights = [...OPERATOR_RIGHTS];
const member = { name: 'Ned New', brandIds: [1], rights, disabled: false };

beforeEach(async () => {
  operator = await portal.asOperator({ brandIds: [1, 2], name: 'Olive Operator' });
  colleague = await portal.asOperator({ brandIds: [1], name: 'Ned New' });
  const proof = await createProof(portal.db, operator.id);
  const key = { name: 'Warehouse', scopes: ['orders:read'], brandIds: [1], ...proof };
  keyId = (await operator.post<'POST /api/operator/apikeys'>('/api/operator/apikeys', key)).body.apiKey.id;
  const webhook = { url: 'https://receiver.example/livery', eventTypes: ['order.placed'], brandId: 1 };
  webhookId = (await anEndpoint(portal, webhook)).id;
  await sql`delete from mail_outbox`.execute(portal.db);
});

let added = 0;
const nextEmail = () => {
  added += 1;
  return `newstarter${added}@supplier.example`;
};

/** A call that gives access that outlives the session, and its body without proof. */
interface Grant {
  method: 'post' | 'put';
  path: () => string;
  body: () => object;
  /** The subject of the mail to the administrators; for webhooks the proof is within the root. */
  mail: string;
  root?: 'webhook';
}

const GRANTS: Record<string, Grant> = {
  'creating an API key': {
    method: 'post',
    path: () => '/api/operator/apikeys',
    body: () => ({ name: 'Attack', scopes: ['orders:write'], brandIds: [1] }),
    mail: 'API key Attack was created',
  },
  'replacing the secret of an API key': {
    method: 'post',
    path: () => `/api/operator/apikeys/${keyId}/rotate`,
    body: () => ({}),
    mail: 'The secret of API key Warehouse was replaced',
  },
  'extending an API key': {
    method: 'post',
    path: () => `/api/operator/apikeys/${keyId}/extend`,
    body: () => ({ validDays: 365 }),
    mail: 'API key Warehouse was extended',
  },
  'adding an operator': {
    method: 'post',
    path: () => '/api/operator/operators',
    body: () => ({ email: nextEmail(), name: 'Nora Novak', brandIds: [1], rights }),
    mail: 'Nora Novak was added as an operator',
  },
  'changing the brands of an operator': {
    method: 'put',
    path: () => `/api/operator/operators/${colleague.id}`,
    body: () => ({ ...member, brandIds: [1, 2] }),
    mail: 'The access of operator Ned New was changed',
  },
  'changing the rights of an operator': {
    method: 'put',
    path: () => `/api/operator/operators/${colleague.id}`,
    body: () => ({ ...member, rights: ['warehouse'] }),
    mail: 'The access of operator Ned New was changed',
  },
  'sending an operator a password link': {
    method: 'post',
    path: () => `/api/operator/operators/${colleague.id}/passwordlink`,
    body: () => ({}),
    mail: 'Operator Ned New was sent a password link',
  },
  'resetting the second factor of an operator': {
    method: 'post',
    path: () => `/api/operator/operators/${colleague.id}/resetsecondfactor`,
    body: () => ({}),
    mail: 'The second factor of operator Ned New was reset',
  },
  'adding a webhook': {
    method: 'post',
    path: () => '/api/operator/webhooks',
    body: () => ({ brandId: 1, url: 'https://receiver.example/livery', eventTypes: ['order.placed'] }),
    mail: 'A webhook was added',
    root: 'webhook',
  },
  'sending the events of a webhook elsewhere': {
    method: 'put',
    path: () => `/api/operator/webhooks/${webhookId}`,
    body: () => ({ url: 'https://elsewhere.example/livery' }),
    mail: 'The address of a webhook was changed',
    root: 'webhook',
  },
  'replacing the secret of a webhook': {
    method: 'post',
    path: () => `/api/operator/webhooks/${webhookId}/secret`,
    body: () => ({}),
    mail: 'The secret of a webhook was replaced',
    root: 'webhook',
  },
};

const make = ({ method, path, body, root }: Grant, proof: object) => {
  const content = { ...body(), ...proof };
  return operator[method](path(), root ? { [root]: content } : content);
};

/** Everything that the calls above change, to compare. */
const readAccess = async () =>
  (
    await sql<{ access: string }>`
      select md5(concat(
        (select string_agg(concat(k.id, k.expires_at), ',' order by k.id) from api_key k), (select count(*) from api_key_secret),
        (select string_agg(concat(o.id, o.rights, o.disabled_at), ',' order by o.id) from operator o), (select count(*) from operator_brand),
        (select count(*) from operator_password_link), (select count(*) from operator_second_factor),
        (select string_agg(concat(e.id, e.url, encode(e.sealed_secret, 'hex')), ',' order by e.id) from webhook_endpoint e),
        (select count(*) from mail_outbox))) as access`.execute(portal.db)
  ).rows[0]?.access;

const getEmail = async ({ id }: { id: number }) =>
  (await sql<{ email: string }>`select email from operator where id = ${id}`.execute(portal.db)).rows[0]?.email as string;
const listSubjects = async (client: { id: number }) =>
  (await mailJobs.renderMails(await getEmail(client))).map(({ subject }) => subject);

describe.each(Object.entries(GRANTS))('%s', (_, grant) => {
  it('is refused to someone who only has the session', async () => {
    const before = await readAccess();
    const { callerPassword, callerOtp } = await createProof(portal.db, operator.id);
    const refused: [object, string][] = [
      [{}, 'callerPassword'],
      [{ callerOtp }, 'callerPassword'],
      [{ callerPassword: 'not-the-password', callerOtp }, 'callerPassword'],
      [{ callerPassword }, 'callerOtp'],
      [{ callerPassword, callerOtp: '000000' }, 'callerOtp'],
    ];
    for (const [proof, field] of refused) {
      const { status, errors } = await make(grant, proof);
      expect([status, Object.keys(errors)]).toEqual([422, [field]]);
    }
    expect(await readAccess()).toBe(before);
  });

  it('is done with password and code, and mailed to the administrators of these brands', async () => {
    const other = await portal.asOperator({ brandIds: [1, 2], name: 'Asha Administrator' });
    const packer = await portal.asOperator({ brandIds: [1, 2], rights: ['warehouse'] });
    const elsewhere = await portal.asOperator({ brandIds: [3] });
    expect((await make(grant, await createProof(portal.db, operator.id))).status).toBe(200);
    expect(await listSubjects(operator)).toEqual([grant.mail]);
    expect(await listSubjects(other)).toEqual([grant.mail]);
    expect([await listSubjects(packer), await listSubjects(elsewhere)]).toEqual([[], []]);
  });
});

describe('what takes access away', () => {
  it('takes no proof: revoking a key, disabling an operator', async () => {
    expect((await operator.post(`/api/operator/apikeys/${keyId}/revoke`)).status).toBe(200);
    const path = `/api/operator/operators/${colleague.id}`;
    expect((await operator.put(path, { ...member, disabled: true })).status).toBe(200);
    expect(toRefusal(await operator.put(path, member))).toEqual([
      422,
      { callerPassword: ['Please enter your own password to change what an operator may do.'] },
    ]);
    expect((await operator.put(path, { ...member, ...(await createProof(portal.db, operator.id)) })).status).toBe(200);
    expect(await listSubjects(operator)).toEqual(['Operator Ned New was disabled', 'Operator Ned New was enabled']);
  });
});

describe('an API key', () => {
  const listKeys = async (client = operator) =>
    (await client.get<'GET /api/operator/apikeys'>('/api/operator/apikeys')).body.apiKeys;
  const findKey = async (id: number) => (await listKeys()).find((key) => key.id === id);
  const daysLeft = (time = '') => Math.round((Date.parse(time) - Date.now()) / 86_400_000);
  const send = async (path: string, body: object, client = operator) =>
    client.post<'POST /api/operator/apikeys'>(path, { ...body, ...(await createProof(portal.db, client.id)) });
  const aKey = { name: 'Other', scopes: ['orders:read'], brandIds: [1] };

  it('is accepted for 90 days or as many as chosen, a year at most, and can be extended after it has expired', async () => {
    expect(daysLeft((await findKey(keyId))?.expiresUtc)).toBe(90);
    const { body } = await send('/api/operator/apikeys', { ...aKey, validDays: 30 });
    expect(daysLeft(body.apiKey.expiresUtc)).toBe(30);
    for (const validDays of [0, 366, 1.5])
      expect((await send('/api/operator/apikeys', { ...aKey, validDays })).errors).toHaveProperty('validDays');
    const use = async () =>
      (
        await portal.app.inject({
          url: '/api/operator/me',
          headers: { host: 'localhost', authorization: `Bearer ${body.secret}` },
        })
      ).statusCode;
    expect(await use()).toBe(200);
    await sql`update api_key set expires_at = now() where id = ${body.apiKey.id}`.execute(portal.db);
    expect(await use()).toBe(401);
    await send(`/api/operator/apikeys/${body.apiKey.id}/extend`, {});
    expect([await use(), daysLeft((await findKey(body.apiKey.id))?.expiresUtc)]).toEqual([200, 90]);
  });

  it('can do no more than whoever gives or renews its secret', async () => {
    const manager = await portal.asOperator({ brandIds: [1], rights: ['warehouse', 'administrator'] });
    const scopes = ['stock:read', 'invoices:write'];
    const refusal = [
      403,
      { authorization: ['Your own rights do not include invoices:write, so you cannot give a key that purpose.'] },
    ];
    expect(toRefusal(await send('/api/operator/apikeys', { ...aKey, scopes }, manager))).toEqual(refusal);
    const { body } = await send('/api/operator/apikeys', { ...aKey, scopes });
    for (const call of ['rotate', 'extend'])
      expect(toRefusal(await send(`/api/operator/apikeys/${body.apiKey.id}/${call}`, {}, manager))).toEqual(refusal);
    expect((await send('/api/operator/apikeys', { ...aKey, scopes: ['stock:read'] }, manager)).status).toBe(200);
    expect((await manager.post(`/api/operator/apikeys/${body.apiKey.id}/revoke`)).status).toBe(200);
  });

  it('is listed with the operator who created it, who may have been disabled meanwhile', async () => {
    const { body } = await send('/api/operator/apikeys', aKey, colleague);
    await operator.put(`/api/operator/operators/${colleague.id}`, { ...member, disabled: true });
    expect(await findKey(body.apiKey.id)).toMatchObject({ createdBy: 'Ned New', createdByDisabled: true });
    const team = (await operator.get<'GET /api/operator/operators'>('/api/operator/operators')).body.operators;
    expect(team.find(({ id }) => id === colleague.id)?.apiKeys).toEqual([{ id: body.apiKey.id, name: 'Other' }]);
  });

  it('is mailed to its creator too when someone else gives it another secret', async () => {
    const { body } = await send('/api/operator/apikeys', aKey, colleague);
    await sql`update operator set rights = '{warehouse}' where id = ${colleague.id}`.execute(portal.db);
    await sql`delete from mail_outbox`.execute(portal.db);
    await send(`/api/operator/apikeys/${body.apiKey.id}/rotate`, {});
    expect(await listSubjects(colleague)).toEqual(['The secret of API key Other was replaced']);
  });

  it('is warned about once, 14 days and again 2 days before it expires, and anew when it was extended', async () => {
    const warn = async (interval: string) => {
      await sql`update api_key set expires_at = now() + ${interval}::interval where id = ${keyId}`.execute(portal.db);
      await sql`delete from mail_outbox`.execute(portal.db);
      for (let time = 0; time < 2; time += 1) await warnOfExpiringApiKeys(portal.db, mailJobs);
      return listSubjects(operator);
    };
    const warning = ['API key Warehouse expires soon'];
    expect(await warn('15 days')).toEqual([]);
    expect(await warn('13 days')).toEqual(warning);
    expect(await warn('3 days')).toEqual([]);
    expect(await warn('40 hours')).toEqual(warning);
    expect(await warn('1 hour')).toEqual([]);
    await send(`/api/operator/apikeys/${keyId}/extend`, {});
    expect(await warn('13 days')).toEqual(warning);
    expect(await warn('-1 hour')).toEqual([]);
  });
});
