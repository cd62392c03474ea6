import Type, { type TProperties, type TSchema } from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import { deliveryKind } from '../ordering/delivery-options.ts';
import { ORDER_STATUSES, SHIPPING_STATUSES } from '../ordering/order-states.ts';
import { QUOTE_STATUSES } from '../ordering/quotes/quote-states.ts';
import {
  bool,
  dateTime,
  described,
  employeeNumber,
  entity,
  idsOf,
  imageSrc,
  int,
  namesOf,
  nullable,
  oneOf,
  poNumber,
  sku,
  text,
} from '../values.ts';

/** What one kind of record contributes to the results. */
const group = <S extends TSchema, P extends TProperties = Record<never, never>>(
  item: S,
  description: string,
  properties = {} as P,
) =>
  described(
    nullable(
      entity({
        results: described(Type.Array(item), 'Five at most; an exact match of a number, email address or SKU comes first.'),
        hasMore: described(bool, 'Whether the list of these records has further matches.'),
        ...properties,
      }),
    ),
    description,
  );

/** What people can be found for. */
const PEOPLE_FOR = ['order', 'invite'] as const;

/** The search of the whole portal. */
export const searchEndpoints = {
  'GET /api/search': endpoint({
    name: 'search',
    summary: 'Search people, orders, quotes and products',
    description:
      'What the person can open that matches all words. The rules are those of the lists: `GET /api/customers`, `GET /api/orders`, `GET /api/quotescustomer` or `GET /api/quotesorganisation`, and `GET /api/products`. Names are found without their accents, in any order of their words. A text that names an order, such as `#12254` or `order 12254`, finds orders only. An order is also found by its number if the person can open it without having it in their list.',
    tags: ['Search'],
    access: signedIn,
    query: Type.Object({
      query: described(
        Type.String({
          maxLength: 100,
          pattern: '\\S\\s*\\S',
          message: 'Please enter 2 to 100 characters.',
        }),
        'Words to find: names, email addresses, employee, order, PO and quote numbers, titles of quotes, products, SKUs. At least two characters that are not spaces.',
      ),
      peopleFor: described(
        Type.Optional(Type.Enum([...PEOPLE_FOR], { message: 'This must be order or invite.' })),
        'Finds only people for whom the caller can order (`order`), or whom they can invite (`invite`), of the first 100 by name; orders, quotes and products are left out.',
      ),
    }),
    reply: entity({
      people: group(
        entity({
          id: described(int, 'Id of the person.'),
          firstName: described(text, 'First name.'),
          lastName: described(text, 'Last name.'),
          email: described(text, 'Email address.'),
          employeeNumber,
          jobRole: described(nullable(text), 'Name of the job role; null when there is none.'),
          destination: described(nullable(text), 'Name of the destination; null when there is none.'),
          active: described(bool, 'Whether the person can log in.'),
          canOrderFor: described(bool, 'Whether the caller can order for the person.'),
          canInvite: described(bool, 'Whether the caller can invite the person to set a password: they have none yet.'),
        }),
        'People, by name. Null for callers who have no list of people, and while impersonating.',
      ),
      orders: group(
        entity({
          id: described(int, 'Order number.'),
          customer: described(text, 'Name of the person whose order it is.'),
          createdOnUtc: described(dateTime, 'When the order was placed, ISO 8601 in UTC with Z.'),
          orderStatusId: oneOf(
            idsOf(ORDER_STATUSES),
            'Status: 10 pending, 20 processing, 30 complete, 40 cancelled, 50 awaiting approval, 60 rejected.',
          ),
          orderStatus: oneOf(namesOf(ORDER_STATUSES), 'Status of the order.'),
          shippingStatus: oneOf(namesOf(SHIPPING_STATUSES), 'Status of the delivery.'),
          deliveryKind,
          readyToCollectOnUtc: described(nullable(dateTime), 'Since when pieces of it wait to be collected; null while none do.'),
          poNumber,
        }),
        'Orders, newest first.',
      ),
      quotes: group(
        entity({
          id: described(int, 'Id of the quote.'),
          quoteNumber: described(text, 'Number of the quote, for example `Q70012`.'),
          title: described(text, 'Title of the quote, for example `Jackets for the north`.'),
          customer: described(text, 'Name of the person whose quote it is.'),
          status: oneOf(namesOf(QUOTE_STATUSES), 'Status of the quote.'),
        }),
        'Quotes, newest first.',
      ),
      products: group(
        entity({
          id: described(int, 'Id of the product.'),
          name: described(text, 'Name of the product.'),
          sku,
          imageSrc,
        }),
        'Products, best match first. When nothing at all matches, products with similar names. Null for people who cannot see products.',
        { areSimilar: described(bool, 'Whether none of them matches, and these only have similar names.') },
      ),
    }),
  }),
};
