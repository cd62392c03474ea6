import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createBlobStore } from '#api/platform/files/blob-store.ts';
import { deleteExpiredFiles } from '#api/platform/files/stored-files.queries.ts';
import { anItem, aStockedProduct, fillCart, requestSummary } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { listAuditEventsFor } from '#api/testing/structure-client.ts';
import { aPdf, aPicture, MULTIPART_TYPE, multipart, useDataFolder } from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const folder = useDataFolder();
const storage = { kind: 'disk', folder: `${folder.path}/files` } as const;
const portal = usePortal(() => ({ config: { dataDir: folder.path, fileStorage: storage } }));
const PATH = '/api/organisations/ownsettings';
const PASSWORD = 'Uniform-2026';

let admin: TestClient;
let before: Record<string, unknown>;
const read = async (client = admin) => (await client.get<'GET /api/organisations/ownsettings'>(PATH)).body;
const put = (organisationSettings: object, client = admin) =>
  client.put<'PUT /api/organisations/ownsettings'>(PATH, { organisationSettings });

beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  const { version: _, logoUrl, ...settings } = (await read()).organisationSettings;
  before = settings;
});
afterEach(() => put({ ...before, callerPassword: PASSWORD }));

describe('the settings of an organisation', () => {
  it('are changed one by one, with a version, and in the audit log with old and new values', async () => {
    const { organisationSettings } = await read();
    const { status, body } = await put({ helpPhone: ' 020 7946 0958 ', primaryColour: '#AA3311', helpText: '' });
    expect(status).toBe(200);
    expect(body.organisationSettings).toEqual({
      ...organisationSettings,
      helpPhone: '020 7946 0958',
      primaryColour: '#aa3311',
      helpText: null,
      version: organisationSettings.version + 1,
    });
    expect((await listAuditEventsFor(portal, 'organisation.settings-changed', 1)).at(-1)).toEqual({
      actor_id: admin.customerId,
      before: {
        helpPhone: organisationSettings.helpPhone,
        primaryColour: organisationSettings.primaryColour,
        helpText: organisationSettings.helpText,
      },
      after: { helpPhone: '020 7946 0958', primaryColour: '#aa3311', helpText: null },
    });
    const history = await admin.get<'GET /api/organisations/ownsettings/history'>(`${PATH}/history?limit=1`);
    expect(history.body.history[0]).toMatchObject({
      by: 'Helen Marchetti',
      what: 'Changed the settings',
      changes: expect.arrayContaining([
        { field: 'Main colour', before: organisationSettings.primaryColour, after: '#aa3311' },
        { field: 'Help text', before: organisationSettings.helpText, after: '' },
      ]),
    });
  });

  it('apply at once to everyone, and the help of the brand stands in for what is empty', async () => {
    const staff = await portal.as('staff@meridian.example');
    await put({ helpEmail: null, helpPhone: null, tertiaryColour: null, timeZone: 'America/New_York' });
    expect((await staff.get<'GET /api/organisations/settings'>('/api/organisations/settings')).body).toMatchObject({
      helpEmail: 'help@sundial.example',
      helpPhone: '01632 960180',
      tertiaryColour: null,
      timeZone: 'America/New_York',
    });
    expect((await read()).brandHelp.helpEmail).toBe('help@sundial.example');
  });

  it.each([
    ['primaryColour', 'teal', /^Enter a colour/],
    ['helpEmail', 'no address', /valid email/],
    ['helpPhone', '<script>', /telephone number/],
    ['helpText', 'x'.repeat(2001), /longer than 2,000/],
    ['timeZone', 'Mars/Olympus', /^Choose a time zone/],
    ['timeZone', '+01:00', /^Choose a time zone/],
    ['passwordMinLength', 6, /from 8 to 64/],
    ['leaverAccessDays', -1, /from 0 to 3650/],
    ['fullTimeHours', 0, /from 1 to 168/],
    ['poNumberPattern', '(', /not a valid regular expression/],
  ])('are refused with a sentence at the field: %s %j', async (field, value, message) => {
    const { status, errors } = await put({ helpPhone: '1', [field]: value });
    expect([status, Object.keys(errors)]).toEqual([422, [field]]);
    expect(errors[field]?.[0]).toMatch(message);
    expect((await read()).organisationSettings.helpPhone).not.toBe('1');
  });

  it('take nothing that the supplier alone may change', async () => {
    const { supplierSettings } = await read();
    await put({ name: 'Mine', returnDays: 1, keepsOwnPrices: false, creditLimit: 1, poNumberRequired: true, allowOptOut: false });
    expect((await read()).supplierSettings).toEqual(supplierSettings);
  });

  it.each([
    ['a shorter password', { passwordMinLength: 12 }, { passwordMinLength: 10 }],
    ['longer access of leavers', { leaverAccessDays: 5 }, { leaverAccessDays: 90 }],
    ['an end of notices', { impersonationNotice: true }, { impersonationNotice: false }],
  ])('need the own password for %s', async (_, from, to) => {
    await put({ ...from, callerPassword: PASSWORD });
    expect((await put(to)).errors).toEqual({ callerPassword: ['Please enter your own password to make this change.'] });
    expect((await put({ ...to, callerPassword: 'wrong' })).errors).toEqual({ callerPassword: ['The password is not correct.'] });
    expect((await read()).organisationSettings).toMatchObject(from);
    expect((await put({ ...to, callerPassword: PASSWORD })).status).toBe(200);
    // The stricter value again needs none.
    expect((await put(from)).status).toBe(200);
  });

  it('keep what someone else has changed meanwhile, and take a change of another value', async () => {
    const { version } = (await read()).organisationSettings;
    await put({ helpPhone: '111' });
    const late = await put({ helpPhone: '222', version });
    expect([late.status, late.errors.organisationSettings?.[0]]).toEqual([
      409,
      expect.stringMatching(/^Telephone for questions/),
    ]);
    expect((await put({ helpEmail: 'a@b.example', version })).status).toBe(200);
    expect((await read()).organisationSettings).toMatchObject({ helpPhone: '111', helpEmail: 'a@b.example' });
  });

  it('both count when two people save different values at the same moment', async () => {
    const { version } = (await read()).organisationSettings;
    const saved = await Promise.all([put({ helpPhone: '333', version }), put({ helpEmail: 'c@d.example', version })]);
    expect(saved.map(({ status }) => status)).toEqual([200, 200]);
    const again = await Promise.all([put({ helpPhone: '444', version }), put({ helpPhone: '555', version })]);
    expect(again.map(({ status }) => status)).toEqual([409, 409]);
    expect((await read()).organisationSettings).toMatchObject({ helpPhone: '333', helpEmail: 'c@d.example' });
  });

  it('are closed to administrators of some groups and to everyone else', async () => {
    const north = await portal.as('north.admin@meridian.example');
    for (const response of [
      await north.get(PATH),
      await north.get(`${PATH}/history`),
      await put({ helpPhone: '1' }, north),
      await upload(north, await aPicture('png')),
    ])
      expect(response.status).toBe(403);
    const buyer = await portal.as('buyer@meridian.example');
    expect([(await buyer.get(PATH)).status, (await put({ helpPhone: '1' }, buyer)).status]).toEqual([403, 403]);
  });

  it('say what is wrong with a PO number in the organisation’s words', async () => {
    const product = await aStockedProduct(portal.db, { price: 1000, stock: [50] });
    const buyer = await portal.as('buyer@meridian.example');
    await put({ poNumberPattern: '^MR-\\d{4}$', poNumberMessage: 'PO numbers look like MR-1234.' });
    await fillCart(buyer, anItem(product, 1));
    const summary = await requestSummary(portal.db, buyer);
    const place = (poNumber: string) =>
      buyer.post<'POST /api/setpaymentform'>(
        '/api/setpaymentform',
        { checkout: { poNumber } },
        { 'idempotency-key': summary.checkoutId },
      );
    expect((await place('4711')).errors.poNumber).toEqual(['PO numbers look like MR-1234.']);
  });
});

/** Uploads a file as a logo: 'POST /api/organisations/ownsettings/logo'. */
async function upload(client: TestClient, content: Buffer, name = 'logo.png') {
  const response = await portal.app.inject({
    method: 'POST',
    url: `${PATH}/logo`,
    headers: { ...client.headers, 'content-type': MULTIPART_TYPE },
    payload: multipart([{ name, content }]),
  });
  const body = response.json() as { file?: { id: number }; errors?: Record<string, string[]> };
  return { status: response.statusCode, id: body.file?.id ?? 0, errors: body.errors ?? {} };
}

describe('the logo of an organisation', () => {
  it('is re-encoded, shown without a session, and deleted with the next one', async () => {
    const original = await sharp(await aPicture('png', 300, 80))
      .withExif({ IFD0: { Artist: 'Secret' } })
      .png()
      .toBuffer();
    const first = await upload(admin, original);
    expect(first.status).toBe(200);
    const saved = await put({ logoFileId: first.id });
    const { logoUrl } = saved.body.organisationSettings;
    const shown = await portal.app.inject({ method: 'GET', url: logoUrl ?? '', headers: { host: 'localhost' } });
    expect([shown.statusCode, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'public, max-age=31536000, immutable',
    ]);
    expect(shown.rawPayload.includes('Secret')).toBe(false);
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 300, height: 80 });
    // Erasing the person who uploaded it leaves it alone.
    const { rows } = await sql<{
      customer_id: number | null;
    }>`select customer_id from stored_file where id = ${first.id}`.execute(portal.db);
    expect(rows).toEqual([{ customer_id: null }]);

    const second = await upload(admin, await aPicture('webp'), 'logo.webp');
    await put({ logoFileId: second.id });
    expect((await portal.app.inject({ method: 'GET', url: logoUrl ?? '', headers: { host: 'localhost' } })).statusCode).toBe(404);
    await sql`update stored_file set expires_at = now() - interval '1 hour' where expires_at is not null`.execute(portal.db);
    await deleteExpiredFiles({ db: portal.db, blobs: createBlobStore(storage) });
    const left = await sql<{ id: number }>`select id from stored_file where purpose = 'logo'`.execute(portal.db);
    expect(left.rows).toEqual([{ id: second.id }]);
    expect((await put({ logoFileId: null })).body.organisationSettings.logoUrl).toBeNull();
  });

  it('is not shown before it is saved, and cannot be taken from someone else', async () => {
    const { id } = await upload(admin, await aPicture('png'));
    const key = await sql<{ storage_key: string }>`select storage_key from stored_file where id = ${id}`.execute(portal.db);
    const url = `/api/organisations/logos/${key.rows[0]?.storage_key}`;
    expect((await portal.anonymous().get<'GET /api/organisations/logos/:key'>(url)).status).toBe(404);
    const other = await portal.as('admin@hallam.example');
    expect((await put({ logoFileId: id }, other)).status).toBe(404);
    expect((await portal.anonymous().get('/api/organisations/logos/7')).status).not.toBe(200);
  });

  it('must be a picture', async () => {
    expect((await upload(admin, aPdf(), 'logo.pdf')).status).toBe(415);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect((await upload(admin, svg, 'logo.svg')).errors.file?.[0]).toMatch(/is not a/);
  });
});
