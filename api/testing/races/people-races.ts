import { sql } from 'kysely';
import {
  anItem,
  aPerson,
  aStockedProduct,
  aWardrobe,
  fillCart,
  requestSummary,
  type StockedProduct,
  submitOrder,
} from '../builders.ts';
import { findLedgerFaults, findOpenAccount } from '../entitlement.ts';
import type { TestClient } from '../portal.ts';
import { createWardrobeClient } from '../wardrobe-client.ts';
import { type SignedIn, signInAs } from '../wearers.ts';
import { createRaces, type RaceCommand, type RacePortal, type RacesOfKind } from './race.ts';

interface RacedPerson {
  id: number;
  email: string;
  client: TestClient;
  collectionId: number;
  groupId: number;
  accountId: number;
  /** Someone without a wardrobe. */
  otherId: number;
}

/** Someone with a wardrobe of three pieces, who can order two of them. */
async function preparePerson(portal: RacePortal, shirt: StockedProduct): Promise<RacedPerson> {
  const { id, email } = await aPerson(portal.db, { role: 'Staff' });
  const { collectionId, groupId } = await aWardrobe(portal.db, id, [shirt]);
  const client = await portal.as(email);
  await fillCart(client, anItem(shirt, 2));
  await requestSummary(portal.db, client);
  const { id: accountId } = await findOpenAccount(portal.db, id);
  return { id, email, client, collectionId, groupId, accountId, otherId: (await aPerson(portal.db, { role: 'Staff' })).id };
}

/** People with their rights, accounts and orders, and the wardrobe. */
async function summarise({ db }: RacePortal, { id, otherId, collectionId }: RacedPerson): Promise<unknown> {
  const { rows } = await sql<{ state: unknown }>`
    select json_build_array(
      (select json_agg(json_build_array(c.active, c.deleted_at is not null, c.erased_at is not null, c.ends_on, c.wardrobe_opt_out_at is not null, c.allocation_type_id,
          case when c.erased_at is null then c.first_name end, c.employee_number,
          (select json_agg(r.role_id order by r.role_id) from customer_role r where r.organisation_id = c.organisation_id and r.customer_id = c.id),
          (select count(*) from customer_collection x where x.organisation_id = c.organisation_id and x.customer_id = c.id),
          (select count(*) from session s where s.organisation_id = c.organisation_id and s.customer_id = c.id and s.revoked_at is null),
          (select json_agg(json_build_array(a.kind, a.status, a.label, a.granted, a.reserved, a.used, a.allowance) order by a.kind, a.status, a.label, a.granted)
            from entitlement_account a where a.organisation_id = c.organisation_id and a.customer_id = c.id),
          (select json_agg(json_build_array(o.order_state_id, o.total_minor)) from orders o where o.organisation_id = c.organisation_id and o.customer_id = c.id))
        order by c.id) from customer c where c.organisation_id = 1 and c.id in (${id}, ${otherId})),
      (select json_agg(json_build_array(g.name, g.quantity) order by g.id) from collection_group g where g.organisation_id = 1 and g.collection_id = ${collectionId})) as state`.execute(
    db,
  );
  return rows[0]?.state;
}

/** A person, and a wardrobe that they have: what administrators change about them while they order. */
export async function createPeopleRaces(portal: RacePortal): Promise<RacesOfKind[]> {
  const shirt = await aStockedProduct(portal.db, { stock: [1_000_000] });
  const admin: SignedIn = await signInAs(portal, { role: 'Admin' });
  const about = {
    prepare: () => preparePerson(portal, shirt),
    summarise: (person: RacedPerson) => summarise(portal, person),
    findFaults: () => findLedgerFaults(portal.db),
  };
  const change =
    (customer: object): RaceCommand<RacedPerson> =>
    ({ id }, at) =>
      at(admin).put<'PUT /api/customers/:id'>(`/api/customers/${id}`, { customer });
  const order: RaceCommand<RacedPerson> = ({ client }, at) => submitOrder(at(client));
  const adjust =
    (amount: number): RaceCommand<RacedPerson> =>
    ({ accountId }, at) =>
      at(admin).post<'POST /api/entitlement/adjustments'>('/api/entitlement/adjustments', {
        accountId,
        amount,
        reason: 'As agreed.',
      });
  const person = createRaces<RacedPerson>(
    {
      name: 'a person',
      ...about,
      commands: {
        order,
        'grant two pieces more': adjust(2),
        'take two pieces': adjust(-2),
        rename: change({ firstName: 'Renamed' }),
        'change the allocation': change({ allocationTypeId: 10 }),
        'take the wardrobe': change({ organisationCollections: [] }),
        'opt out': change({ wardrobeOptOut: true }),
        'give another role': change({ roleIds: [35] }),
        'set a last day of work': change({ endDateUtc: '2035-01-31' }),
        close: change({ active: false }),
        remove: ({ id }, at) => at(admin).delete<'DELETE /api/customers/:id'>(`/api/customers/${id}`),
        erase: ({ id, email }, at) =>
          at(admin).post<'POST /api/customers/:id/erase'>(`/api/customers/${id}/erase`, { confirmation: email }),
      },
    },
    portal,
  );
  const changeGroup =
    (input: Parameters<ReturnType<typeof createWardrobeClient>['changeGroup']>[2]): RaceCommand<RacedPerson> =>
    ({ collectionId, groupId }, at) =>
      createWardrobeClient(at(admin)).changeGroup(collectionId, groupId, input);
  const wardrobe = createRaces<RacedPerson>(
    {
      name: 'a wardrobe',
      ...about,
      commands: {
        'order from it': order,
        'lower the number': changeGroup({ allocatedQuantity: 1 }),
        'raise the number': changeGroup({ allocatedQuantity: 5 }),
        'lift the number': changeGroup({ allocatedQuantity: null }),
        'rename the group': changeGroup({ name: 'Renamed' }),
        'delete the group': ({ collectionId, groupId }, at) => createWardrobeClient(at(admin)).removeGroup(collectionId, groupId),
        'add a group': ({ collectionId }, at) =>
          createWardrobeClient(at(admin)).addGroup(collectionId, { name: 'Added', allocatedQuantity: 2 }),
        'rename the wardrobe': ({ collectionId }, at) =>
          createWardrobeClient(at(admin)).change(collectionId, { name: `Renamed ${collectionId}` }),
        'give it to someone else': ({ collectionId, otherId }, at) =>
          at(admin).put<'PUT /api/customers/:id'>(`/api/customers/${otherId}`, {
            customer: { organisationCollections: [collectionId] },
          }),
        'take it from its wearer': change({ organisationCollections: [] }),
        'grant two pieces more': adjust(2),
      },
    },
    portal,
  );
  return [person, wardrobe];
}
