import { Link } from 'react-router';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import list from '#web/ui/lists/list.module.css';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import { operatorPaths } from '../../operator-paths.ts';
import { describeElapsed, formatShortDay } from '../fulfilment-dates.ts';
import css from './board.module.css';
import { type BoardOrder, boardStates, boardStateTones, isBoardState } from './board-filters.ts';

interface Props {
  orders: readonly BoardOrder[];
  selection: Selection;
  /** The destination of the selected orders; undefined while none is selected. */
  destination: string | undefined;
  narrow: boolean;
}

/** The orders of the board as a table, or as cards on a phone. Those of one destination can be selected together. */
export const BoardOrders = ({ narrow, ...props }: Props) => (narrow ? <Cards {...props} /> : <Table {...props} />);

const Table = ({ orders, selection, destination }: Omit<Props, 'narrow'>) => (
  <Card flush>
    <div className={list.scroll}>
      <table className={list.table}>
        <caption className={list.caption}>Orders to send, oldest first</caption>
        <thead>
          <tr>
            <th className={list.narrow}>
              <VisuallyHidden>Select</VisuallyHidden>
            </th>
            <th>Order</th>
            <th>Destination</th>
            <th>State</th>
            <th className={css.number}>Ready</th>
            <th className={css.number}>Wearers</th>
            <th>Released</th>
            <th>Due</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id} data-chosen={selection.has(order.id) || undefined}>
              <td>
                <Select order={order} selection={selection} destination={destination} />
              </td>
              <th scope="row">
                <OrderLink order={order} />
                <span className={list.line}>{order.personName}</span>
              </th>
              <td className={css.destinationCell}>
                {order.destinationName}
                <span className={list.line}>{order.organisationName}</span>
              </td>
              <td>
                <State order={order} />
              </td>
              <td className={css.number}>
                {order.readyQuantity} of {order.pendingQuantity}
              </td>
              <td className={css.number}>{order.wearers}</td>
              <td className={css.nowrap}>
                <Age order={order} />
              </td>
              <td className={css.nowrap}>
                <Due order={order} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Card>
);

const Cards = ({ orders, selection, destination }: Omit<Props, 'narrow'>) => (
  // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list
  <ul className={list.cards} role="list" aria-label="Orders to send, oldest first">
    {orders.map((order) => (
      <li key={order.id} className={`${list.card} ${css.card}`} data-chosen={selection.has(order.id) || undefined}>
        <Select order={order} selection={selection} destination={destination} />
        <div>
          <div className={css.cardHead}>
            <OrderLink order={order} />
            <State order={order} />
          </div>
          <p>{order.destinationName}</p>
          <p className={list.line}>
            {order.organisationName} · {order.personName}
          </p>
          <p className={list.line}>
            {order.readyQuantity} of {plural(order.pendingQuantity, 'piece')} on hand · {plural(order.wearers, 'wearer')}
          </p>
          <p className={list.line}>
            Released <Age order={order} />
            {order.dueOn && (
              <>
                {' '}
                · due <Due order={order} />
              </>
            )}
          </p>
        </div>
      </li>
    ))}
  </ul>
);

const OrderLink = ({ order: { id } }: { order: BoardOrder }) => (
  <Link to={operatorPaths.order(id)} className={css.link} data-order={id}>
    {id}
  </Link>
);

function State({ order: { state } }: { order: BoardOrder }) {
  return isBoardState(state) ? <StatusBadge tone={boardStateTones[state]}>{boardStates[state]}</StatusBadge> : state;
}

const Age = ({ order: { releasedOnUtc } }: { order: BoardOrder }) => (
  <span title={formatDateTime(releasedOnUtc)}>{describeElapsed(releasedOnUtc)}</span>
);

const Due = ({ order: { dueOn, readyQuantity, pendingQuantity } }: { order: BoardOrder }) =>
  dueOn ? formatShortDay(dueOn) : readyQuantity < pendingQuantity ? 'No date' : '–';

function Select({
  order: { id, destination },
  selection,
  destination: chosen,
}: { order: BoardOrder } & Omit<Props, 'narrow' | 'orders'>) {
  const isElsewhere = chosen !== undefined && chosen !== destination;
  return (
    <input
      type="checkbox"
      className={list.check}
      aria-label={isElsewhere ? `Select order ${id}: goes to another destination` : `Select order ${id}`}
      title={isElsewhere ? 'Goes to another destination than the selected orders' : undefined}
      disabled={isElsewhere}
      checked={selection.has(id)}
      onChange={(event) => selection.select([id], event.currentTarget.checked)}
    />
  );
}
