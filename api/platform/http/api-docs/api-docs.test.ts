import { expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

it('serves the descriptions of the contract as OpenAPI', async () => {
  const { info, paths } = (await portal.app.inject({ method: 'GET', url: '/docs/api/json' })).json();
  expect(info.description).toContain('**Errors.**');
  const { summary, description, requestBody, responses } = paths['/api/shopping_cart_items/multiple'].post;
  expect(summary).toBe('Add items to the cart');
  expect(description).toContain('All or none');
  const item = requestBody.content['application/json'].schema.properties.items.items;
  expect(item.properties.quantity.description).toBe('Pieces, from 1 to 100000.');
  const cart = responses['200'].content['application/json'].schema;
  expect(cart.properties.currencyCode.description).toContain('ISO 4217');
});

it('does not serve them outside the demonstration', async () => {
  const { app } = await portal.openSecondServer({ config: { demo: false } });

  for (const url of ['/docs/api', '/docs/api/', '/docs/api/json', '/docs/api/yaml', '/docs/api/viewer.js'])
    expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 404]);
});
