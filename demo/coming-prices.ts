import type { ClientBase } from 'pg';
import { type Calendar, formatIsoDate } from './calendar.ts';
import { OPERATOR_ID } from './operator.ts';

/** Prices that begin on one day, by what is written for a product: its new price, or a percentage on that of the catalogue. */
interface ComingPrices {
  /** Null: of the catalogue. */
  organisationId: number | null;
  /** Months from the current one: they begin on its first day. */
  startsIn: number;
  /** As `startsIn`: the first day on which the price before them applies again. */
  endsIn: number | null;
  handles: readonly string[];
  /** In minor units, as SQL of a product `p`. */
  price: string | null;
  percent: number | null;
}

const COMING: readonly ComingPrices[] = [
  // The spinner raises its prices: jumpers and cardigans cost 4 % more, in steps of five pence.
  {
    organisationId: null,
    startsIn: 2,
    endsIn: null,
    handles: ['v-neck-jumper', 'v-neck-cardigan', 'merino-crew-jumper'],
    price: 'round(p.price_minor * 1.04 / 5) * 5',
    percent: null,
  },
  { organisationId: 2, startsIn: 1, endsIn: null, handles: ['mens-blazer'], price: '7395', percent: null },
  { organisationId: 2, startsIn: 1, endsIn: 4, handles: ['pique-polo', 'bar-waistcoat'], price: null, percent: -8 },
];

/** Sets prices that begin, and partly end, on coming days: of the catalogue and of Hallam. */
export async function insertComingPrices(client: ClientBase, calendar: Calendar): Promise<void> {
  for (const { organisationId, startsIn, endsIn, handles, price, percent } of COMING) {
    const { rowCount } = await client.query(
      `with change as (
        insert into price_change (organisation_id, actor_kind, actor_id, created_at) values ($1, 'operator', $2, $3) returning id)
      insert into scheduled_price (price_change_id, organisation_id, product_id, price_minor, price_percent, starts_on, ends_on)
      select change.id, $1, p.id, ${price}, $4, $5, $6 from change, product p where p.handle = any ($7)`,
      [
        organisationId,
        OPERATOR_ID,
        calendar.at(-3, 610),
        percent,
        formatIsoDate(calendar.monthStart(startsIn)),
        endsIn === null ? null : formatIsoDate(calendar.monthStart(endsIn)),
        handles,
      ],
    );
    if (rowCount !== handles.length) throw new Error(`Products of ${handles.join(', ')} do not exist.`);
  }
}
