import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

it('offers the designs of the demonstration: a logo that one garment has by itself, and name badges for two', async () => {
  const buyer = await portal.as('buyer@corvane.example');
  const { rows } = await sql<{ id: number }>`
    select distinct d.product_id as id from garment_design d
    join customer c on c.organisation_id = d.organisation_id and c.email = 'buyer@corvane.example' where d.product_id is not null`.execute(
    portal.db,
  );
  const offered = await Promise.all(
    rows.map(async ({ id }) => {
      const { body } = await buyer.get<'GET /api/products/customisationbuilder/:id'>(`/api/products/customisationbuilder/${id}`);
      const { mandatory, nameDesigns } = body.customisationBuilder;
      return [...mandatory, ...nameDesigns].map(({ name, position, method }) => `${name}: ${position}, ${method}`);
    }),
  );

  expect(offered.flat().toSorted()).toEqual([
    'Corvane logo: Left chest, Embroidery',
    'Name badge: Right chest, Name badge',
    'Name badge: Right chest, Name badge',
  ]);
});
