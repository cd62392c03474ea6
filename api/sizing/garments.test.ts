import { beforeAll, describe, expect, it } from 'vitest';
import { AVERAGE_MAN, aWearer, getProductId, saveTestBody, type TestWearer } from '#api/testing/sizing.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { SIZING_BRANDS } from '#body/brands.ts';

const portal = usePortal();
let wearer: TestWearer;
beforeAll(async () => {
  wearer = await aWearer(portal);
});

describe('GET /sizing/garment/list', () => {
  it('lists the range of the wearer’s organisation and which garments have size advice', async () => {
    const { garments } = (await wearer.request('GET', '/sizing/garment/list')).body;
    const { body } = await wearer.client.get<'GET /api/products'>('/api/products?limit=250');
    expect(garments.map(({ id }: { id: number }) => id).toSorted()).toEqual(body.products.map(({ id }) => id).toSorted());
    const advises = (handle: string) =>
      getProductId(portal, handle).then((id) => garments.find((garment: { id: number }) => garment.id === id)?.hasSizeAdvice);
    expect(
      await Promise.all(['pique-polo', 'oxford-shirt-long-sleeve', 'mens-flat-front-trousers', 'mens-blazer'].map(advises)),
    ).toEqual(Array(4).fill(true));
    expect(await Promise.all(['oxford-shoe', 'baseball-cap'].map(advises))).toEqual([false, false]);
  });

  it('GET /sizing/garment/list/:id includes the chart from the size guide', async () => {
    const id = await getProductId(portal, 'oxford-shirt-long-sleeve');
    const { garments } = (await wearer.request('GET', `/sizing/garment/list/${id}`)).body;
    expect(garments).toMatchObject([{ id, externalProductId: String(id), gender: 0, garmentTypeId: 1, hasSizeAdvice: true }]);
    const [{ chart, sizes }] = garments;
    expect(chart.primary).toBe('neck');
    const size = chart.sizes.find(({ name }: { name: string }) => name === '15.5');
    // Collar 39–40 cm, less the ease of the collar; chest as in the guide.
    expect(size.points).toEqual([
      { point: 'neck', low: 37.7, high: 38.7 },
      { point: 'chest', low: 99, high: 103 },
    ]);
    expect(sizes.map(({ name }: { name: string }) => name)).toContain('15.5');
  });
});

describe('sizes worn in other brands', () => {
  it('are listed by brands, brandcategories and brandcategorysizes', async () => {
    const { brands } = (await wearer.request('GET', '/sizing/garment/brands/1/4')).body;
    expect(brands.map(({ name }: { name: string }) => name)).toEqual(['ASDA', 'DNC Workwear']);
    expect((await wearer.request('GET', '/sizing/garment/brands/2/0')).body.brands).toHaveLength(SIZING_BRANDS.length);
    const { brandCategories } = (await wearer.request('GET', '/sizing/garment/brandcategories/1/1')).body;
    expect(brandCategories).toEqual([{ id: 101, name: 'Women’s trousers', brandId: 1 }]);
    const { brandCategorySizes } = (await wearer.request('GET', '/sizing/garment/brandcategorysizes/1/101')).body;
    expect(brandCategorySizes[3]).toEqual({ id: 10104, name: 'UK 12', displayOrder: 3 });
    for (const path of ['brandcategories/99/1', 'brandcategorysizes/1/201', 'brandcategorysizes/99/101'])
      expect([path, (await wearer.request('GET', `/sizing/garment/${path}`)).status]).toEqual([path, 404]);
    const { status, code } = await wearer.request('GET', '/sizing/garment/brands/3/0');
    expect([status, code]).toEqual([400, 'ERROR_RESTART']);
  });

  it('adjust the predicted measurements as an observation, not as an exact value', async () => {
    const hipOf = async (referenceSizes: object[]) => {
      const id = await saveTestBody(wearer, {
        gender: 1,
        heightUnits: 0,
        height: 165,
        weightUnits: 0,
        weight: 68,
        referenceSizes,
      });
      const { profile } = (await wearer.request('GET', `/sizing/body/profile/${id}`)).body;
      return profile.measurements.find(({ name }: { name: string }) => name === 'hip');
    };
    const [without, larger] = [await hipOf([]), await hipOf([{ brandId: 1, brandCategoryId: 101, brandCategorySizeId: 10106 }])];
    expect(larger.value).toBeGreaterThan(without.value + 0.5);
    expect(larger.value).toBeLessThan(109);
    expect(larger.source).toBe('label');
  });
});

describe('tokens of the service', () => {
  it('differ by the call that issued them', async () => {
    const one = await wearer.client.get<'GET /api/bodyme/token'>('/api/bodyme/token');
    const other = await wearer.client.get<'GET /api/bodyme/tokenv3'>('/api/bodyme/tokenv3');
    expect(one.body.access_token).not.toBe(other.body.access_token);
    expect((await portal.anonymous().get('/api/bodyme/tokenv3')).status).toBe(401);
  });

  it('GET /api/bodyme/token issues version 1, without access to other brands', async () => {
    const old = await aWearer(portal, { version: 'token' });
    const id = await saveTestBody(old);
    expect((await old.request('GET', `/sizing/body/${id}`)).body.body).toMatchObject(AVERAGE_MAN);
    for (const path of ['brands/0/0', 'brandcategories/1/1', 'brandcategorysizes/1/101']) {
      const { status, code } = await old.request('GET', `/sizing/garment/${path}`);
      expect([path, status, code]).toEqual([path, 403, 'TOKEN_TOO_OLD']);
    }
  });

  it('live at most an hour, are not valid in the portal, and the portal’s are not valid here', async () => {
    const { body } = await wearer.client.get<'GET /api/bodyme/tokenv3'>('/api/bodyme/tokenv3');
    expect(body.expires_in).toBeGreaterThan(3000);
    expect(body.expires_in).toBeLessThanOrEqual(3600);
    const host = wearer.client.headers.host;
    const ask = (url: string, token: string | undefined) =>
      portal.app.inject({ url, headers: { ...(host ? { host } : {}), ...(token ? { authorization: token } : {}) } });
    expect((await ask('/api/customerprofile', `Bearer ${body.access_token}`)).statusCode).toBe(401);
    const refused = await ask('/sizing/client', wearer.client.headers.authorization);
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect((await ask('/sizing/client', undefined)).json().code).toBe('UNAUTHORIZED');
    expect((await ask('/sizing/client', undefined)).statusCode).toBe(401);
    expect((await ask('/sizing/client', `Bearer ${body.access_token}`)).statusCode).toBe(200);
  });

  it('end with the session, in every process', async () => {
    const leaving = await aWearer(portal);
    const secondServer = await portal.openSecondServer();
    const elsewhere = () =>
      secondServer.app.inject({
        url: '/sizing/client',
        headers: { host: 'localhost', authorization: `Bearer ${leaving.token}` },
      });
    expect((await leaving.request('GET', '/sizing/client')).status).toBe(200);
    expect((await elsewhere()).statusCode).toBe(200);
    await leaving.client.get('/api/logout');
    expect((await leaving.request('GET', '/sizing/client')).status).toBe(401);
    await expect.poll(async () => (await elsewhere()).statusCode).toBe(401);
  });

  it('GET /sizing/client returns their owner and converts the portal’s gender codes', async () => {
    const { client } = (await wearer.request('GET', '/sizing/client')).body;
    expect(client).toMatchObject({
      id: String(wearer.client.customerId),
      name: 'Made Forthetest',
      weightUnits: 0,
      heightUnits: 0,
    });
    const staff = await aWearer(portal, { email: 'staff@meridian.example', agreed: false });
    const staffClient = (await staff.request('GET', '/sizing/client')).body.client;
    expect([0, 1]).toContain(staffClient.defaultGender);
    expect(staffClient).toMatchObject({
      isMeasured: true,
      bodyId: expect.stringMatching(/^\d+$/),
      consent: { version: 1 },
      consentVersion: 1,
    });
  });
});

describe('the service on another host', () => {
  it('uses its own address, allows the portal’s origin only, and is not served by the portal', async () => {
    const config = { sizingOrigins: ['https://portal.example'] };
    const secondServer = await portal.openSecondServer({ config });
    const headers = { host: 'localhost', authorization: `Bearer ${wearer.token}` };
    const from = async (origin: string) =>
      (await secondServer.app.inject({ url: '/sizing/client', headers: { ...headers, origin } })).headers;
    expect(await from('https://portal.example')).toMatchObject({
      'access-control-allow-origin': 'https://portal.example',
      vary: expect.stringContaining('Origin'),
    });
    expect((await from('https://elsewhere.example'))['access-control-allow-origin']).toBeUndefined();
    const preflight = await secondServer.app.inject({
      method: 'OPTIONS',
      url: '/sizing/body/newbody',
      headers: { host: 'localhost', origin: 'https://portal.example' },
    });
    expect([preflight.statusCode, preflight.headers['access-control-allow-methods']]).toEqual([204, 'GET, POST, PUT, DELETE']);
    const away = await portal.openSecondServer({ config: { sizingBaseUrl: 'https://sizes.example/sizing/' } });
    expect((await away.app.inject({ url: '/sizing/client', headers })).statusCode).toBe(404);
  });
});
