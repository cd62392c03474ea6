import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { newToken } from '../sessions/tokens.ts';
import type { LinkPurpose } from './links.queries.ts';

const PASSWORD = 'Kettle, moss & trailer';
const INVALID = { success: false, ucpv: false, cpvReg: null, cpvMsg: null, minLen: 6, oId: null, userRegistrationType: null };
/** Of the organisation of the people here, whoever it was that proved the link. */
const LOGO = '/logos/meridian.svg';
const REFUSED = {
  success: false,
  msg: 'This link is not valid or has expired. Please ask for a new one.',
  userRegistrationType: null,
  logoUrl: null,
};
const portal = usePortal();
const mailJobs = useMailJobs(portal);

interface Opened {
  token: string;
  email: string;
  organisationId: number;
  host: string;
}
const run = async (statement: ReturnType<typeof sql>): Promise<undefined> => {
  await statement.execute(portal.db);
};

/** The three calls that accept a link; each returns its status and body. */
const calls = {
  'GET /api/checkpasswordtoken': (opened: Opened) => check('/api/checkpasswordtoken', opened),
  'GET /api/checkinvitationtoken': (opened: Opened) => check('/api/checkinvitationtoken', opened),
  'POST /api/customers/updatePassword': async ({ token, email, organisationId, host }: Opened) => {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/customers/updatePassword',
      headers: { host },
      payload: { passwordReset: { token, email, organisationId, password: PASSWORD } },
    });
    return [answer.statusCode, answer.json()];
  },
};
type CallName = keyof typeof calls;

async function check(path: string, { token, email, host }: Opened) {
  const answer = await portal.app.inject({ url: `${path}?${new URLSearchParams({ token, email })}`, headers: { host } });
  return [answer.statusCode, answer.json()];
}
/** Why a link has done its work: the person who opens it again can log in. */
const DONE: Record<string, readonly LinkPurpose[]> = {
  'that has been used': ['recovery', 'invitation', 'activation'],
  'after the password was set in another way': ['invitation', 'activation'],
};
const refusalOf = (call: CallName, purpose?: LinkPurpose, reason = '') => {
  if (!call.startsWith('GET')) return [200, REFUSED];
  const isDone = purpose && ACCEPTED_PURPOSES[call].includes(purpose) && DONE[reason]?.includes(purpose);
  return [200, isDone ? { ...INVALID, userRegistrationType: 1 } : INVALID];
};

const ACCEPTED_PURPOSES: Record<CallName, LinkPurpose[]> = {
  'GET /api/checkpasswordtoken': ['recovery'],
  'GET /api/checkinvitationtoken': ['invitation', 'activation'],
  'POST /api/customers/updatePassword': ['recovery', 'invitation', 'activation'],
};
const purposes: LinkPurpose[] = ['recovery', 'invitation', 'activation'];
const callNames = Object.keys(calls) as CallName[];

interface IssuedLink extends Opened {
  id: number;
}

/** A person of Meridian with an open link, as the mail contains it. */
async function aLink(purpose: LinkPurpose, { active = true } = {}): Promise<IssuedLink> {
  const { id, email } = await aPerson(portal.db, { passwordHash: purpose === 'recovery' ? 'x' : undefined, active });
  return { id, email, organisationId: 1, host: 'localhost', token: await mailJobs.issueLink({ id }, purpose) };
}

/** What makes a link invalid; each changes the link, its person, or how it is opened. */
const invalidations: Record<string, (link: IssuedLink, purpose: LinkPurpose) => Promise<Partial<Opened> | undefined>> = {
  'of another person of the organisation': async () => ({ email: (await aPerson(portal.db)).email }),
  'of a person at another organisation': async () => {
    const other = await aPerson(portal.db, { organisationId: 2, groupIds: [], resortId: null });
    return { email: other.email, organisationId: 2 };
  },
  'at the host of another brand': async () => ({ host: 'alder.localhost' }),
  'on the host of another brand, where a person has the same address': async ({ email }) => {
    const other = await aPerson(portal.db, { organisationId: 2, groupIds: [], resortId: null });
    await run(sql`update customer set email = ${email} where id = ${other.id}`);
    return { host: 'alder.localhost', organisationId: 2 };
  },
  'without an address': async () => ({ email: ' ' }),
  'with another token': async () => ({ token: newToken().secret }),
  'with a malformed token': async () => ({ token: "x' or 1=1 --" }),
  'with an additional character': async ({ token }) => ({ token: `${token}A` }),
  'that has expired': ({ id }) =>
    run(sql`update password_token set expires_at = now() - interval '1 second' where customer_id = ${id}`),
  'that has been used': (link) => calls['POST /api/customers/updatePassword'](link).then(() => undefined),
  'cancelled by a newer one': ({ id }, purpose) => mailJobs.issueLink({ id }, purpose).then(() => undefined),
  'after the password was set in another way': ({ id }) => run(sql`update customer set password_hash = 'y' where id = ${id}`),
  'after the address was changed': async ({ id, email }) => {
    await run(sql`update customer set email = ${`new.${email}`} where id = ${id}`);
    return { email: `new.${email}` };
  },
  'after the account was switched off': ({ id }) => run(sql`update customer set active = false where id = ${id}`),
  'after the person was deleted': ({ id }) => run(sql`update customer set deleted_at = now() where id = ${id}`),
};

describe.each(purposes)('a link for %s', (purpose) => {
  it.each(callNames)('is accepted or refused by %s, depending on its purpose', async (call) => {
    const link = await aLink(purpose);
    const isAccepted = ACCEPTED_PURPOSES[call].includes(purpose);

    const answer = await calls[call](link);

    if (!isAccepted) expect(answer).toEqual(refusalOf(call));
    else if (call.startsWith('GET')) expect(answer).toEqual([200, { ...INVALID, success: true, minLen: 8, oId: 1 }]);
    else expect(answer).toEqual([200, { success: true, msg: null, userRegistrationType: 1, logoUrl: LOGO }]);
  });

  const matrix = callNames.flatMap((call) => Object.keys(invalidations).map((reason) => [call, reason] as const));
  it.each(matrix)('is refused by %s %s', async (call, reason) => {
    const link = await aLink(purpose);
    const changes = await invalidations[reason]?.(link, purpose);

    expect(await calls[call]({ ...link, ...changes })).toEqual(refusalOf(call, purpose, reason));
  });

  it('is not used up with the id of another organisation', async () => {
    const link = await aLink(purpose);

    expect(await calls['POST /api/customers/updatePassword']({ ...link, organisationId: 2 })).toEqual([200, REFUSED]);
    expect(await calls['POST /api/customers/updatePassword'](link)).toEqual([
      200,
      { success: true, msg: null, userRegistrationType: 1, logoUrl: LOGO },
    ]);
  });

  it('accepts address and token with invisible characters that were copied with them', async () => {
    const link = await aLink(purpose);
    const copied = { ...link, email: `${link.email}\u200b`, token: `\ufeff${link.token}\u200b` };

    expect(await calls['POST /api/customers/updatePassword'](copied)).toMatchObject([200, { success: true }]);
  });

  it('accepts the address in any case', async () => {
    const link = await aLink(purpose);
    const name = ACCEPTED_PURPOSES['GET /api/checkpasswordtoken'].includes(purpose)
      ? 'GET /api/checkpasswordtoken'
      : 'GET /api/checkinvitationtoken';

    expect((await calls[name]({ ...link, email: ` ${link.email.toUpperCase()}` }))[1]).toMatchObject({ success: true });
  });
});

describe('a link followed by another one', () => {
  it.each([
    ['recovery', 'recovery', false],
    ['recovery', 'invitation', true],
    ['invitation', 'invitation', false],
    ['invitation', 'activation', false],
    ['activation', 'invitation', false],
    ['activation', 'recovery', true],
  ] as const)('for %s, followed by one for %s, is still valid: %s', async (first, second, isStillValid) => {
    const link = await aLink(first);
    await mailJobs.issueLink(link, second);

    const [, answer] = await calls[first === 'recovery' ? 'GET /api/checkpasswordtoken' : 'GET /api/checkinvitationtoken'](link);

    expect((answer as { success: boolean }).success).toBe(isStillValid);
  });
});

describe('checking', () => {
  it('never uses up a link, however often it is opened', async () => {
    const link = await aLink('invitation');
    const before = await sql`select * from password_token where customer_id = ${link.id}`.execute(portal.db);

    for (let round = 0; round < 20; round += 1)
      await Promise.all([calls['GET /api/checkinvitationtoken'](link), calls['GET /api/checkpasswordtoken'](link)]);

    expect((await sql`select * from password_token where customer_id = ${link.id}`.execute(portal.db)).rows).toEqual(before.rows);
    expect((await calls['POST /api/customers/updatePassword'](link))[1]).toMatchObject({ success: true });
  });

  it('has the same response for an incomplete link', async () => {
    for (const query of [
      '',
      '?token',
      '?token=&email=',
      '?email=a@b.example',
      `?token=${newToken().secret}`,
      '?token=null&email=undefined',
    ])
      for (const path of ['/api/checkpasswordtoken', '/api/checkinvitationtoken']) {
        const answer = await portal.app.inject({ url: path + query, headers: { host: 'localhost' } });
        expect([query, answer.statusCode, answer.json()]).toEqual([query, 200, INVALID]);
      }
  });

  it('returns the rule of the organisation of a valid link, and of no other', async () => {
    const { id, email } = await aPerson(portal.db, { organisationId: 3, groupIds: [], resortId: null, passwordHash: 'x' });
    const opened = {
      email,
      organisationId: 3,
      host: 'brackwell.localhost',
      token: await mailJobs.issueLink({ id, organisationId: 3 }, 'recovery'),
    };

    expect((await calls['GET /api/checkpasswordtoken'](opened))[1]).toEqual({
      success: true,
      ucpv: true,
      cpvReg: String.raw`^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9]).{10,64}$`,
      cpvMsg: 'Use 10 to 64 characters with a lower-case letter, a capital letter, a digit and a symbol such as - or !',
      minLen: 10,
      oId: 3,
      userRegistrationType: null,
    });
    expect((await calls['GET /api/checkpasswordtoken']({ ...opened, email: 'x@corvane.example' }))[1]).toEqual(INVALID);
  });
});

describe('a link that has done its work', () => {
  const open = (link: IssuedLink) => calls['GET /api/checkinvitationtoken'](link).then(([, body]) => body);
  const used = async () => {
    const link = await aLink('activation');
    await calls['POST /api/customers/updatePassword'](link);
    return link;
  };

  it('says so while an administrator still has to open the account', async () => {
    const link = await aLink('activation', { active: false });
    await run(sql`update password_token set activates = false where customer_id = ${link.id}`);
    await calls['POST /api/customers/updatePassword'](link);
    expect(await open(link)).toEqual({ ...INVALID, userRegistrationType: 3 });
    await run(sql`update customer set active = true where id = ${link.id}`);
    expect(await open(link)).toEqual({ ...INVALID, userRegistrationType: 1 });
  });

  it.each(['active = false', 'deleted_at = now()', 'ends_on = current_date - 400', "email = 'other.' || email"])(
    'says nothing about an account that cannot be logged in to: %s',
    async (change) => {
      const link = await used();
      await run(sql`update customer set ${sql.raw(change)} where id = ${link.id}`);
      expect(await open(link)).toEqual(INVALID);
    },
  );

  it('says nothing at another brand', async () => {
    expect(await open({ ...(await used()), host: 'alder.localhost' })).toEqual(INVALID);
  });
});
