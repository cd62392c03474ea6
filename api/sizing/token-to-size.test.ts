import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { AVERAGE_MAN, aWearer, getProductId, saveTestBody } from '#api/testing/sizing.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let polo: number;
beforeAll(async () => {
  polo = await getProductId(portal, 'pique-polo');
});

describe('from a token to a size', () => {
  it('stores a body, suggests a size, and reads it from the address in Location', async () => {
    const wearer = await aWearer(portal);
    const made = await wearer.request('POST', '/sizing/body/newbody', AVERAGE_MAN);
    expect([made.status, made.headers.location]).toEqual([201, `http://localhost/sizing/body/${made.body.body.id}`]);
    expect(made.headers['access-control-expose-headers']).toBe('Location');
    expect(made.body.body).toMatchObject({ ...AVERAGE_MAN, ukjeans: null, questions: [], isDefault: true, derivedFields: [] });

    const advised = await wearer.request('POST', '/sizing/suggestion/newsuggestion', {
      YourBodyID: made.body.body.id,
      YourGarmentID: polo,
    });
    expect(advised.status).toBe(201);
    const { suggestion } = advised.body;
    expect(suggestion).toMatchObject({
      yourBodyID: made.body.body.id,
      yourGarmentID: String(polo),
      size: expect.stringMatching(/^[ML]$/),
    });
    expect(suggestion.confidence).toBeGreaterThan(0.3);
    expect(advised.headers.location).toBe(`http://localhost/sizing/suggestion/${suggestion.id}`);
    const again = await wearer.request('GET', new URL(String(advised.headers.location)).pathname);
    expect(again.body).toEqual(advised.body);

    const fit = await wearer.request('GET', `/sizing/suggestion/fitformeasurements/${made.body.body.id}/${polo}`);
    expect(fit.body.fit.sizes.filter((size: { isRecommended: boolean }) => size.isRecommended)).toMatchObject([
      { sizeId: suggestion.sizeId, name: suggestion.size },
    ]);
    await sql`select 1`.execute(portal.db);
    expect(await saveTestBody(wearer)).not.toBe(made.body.body.id);
  });
});
