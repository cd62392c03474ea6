import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { describeReturnStatus } from '#web/ordering/returns/return-status.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import list from '#web/ui/lists/list.module.css';
import { formatElapsed } from '../fulfilment/fulfilment-dates.ts';
import { operatorPaths } from '../operator-paths.ts';
import css from './returns.module.css';

type Listed = ReplyOf<'GET /api/operator/returns'>['returnRequests'][number];

interface Props {
  requests: readonly Listed[];
  /** The list's URL parameters, for the link back. */
  listSearch: string;
}

const Status = ({ request }: { request: Listed }) => {
  const { label, tone } = describeReturnStatus(request);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};

const nameOf = ({ customer }: Listed) => `${customer.firstName} ${customer.lastName}`.trim();
const describePieces = ({ quantity, productName, attributeDescription }: Listed) =>
  `${quantity} × ${[productName, attributeDescription].filter(Boolean).join(', ')}`;
const describeWish = ({ returnAction, exchangeDescription }: Listed) =>
  exchangeDescription === null ? returnAction : `${returnAction}: ${exchangeDescription}`;

const NumberLink = ({ request, listSearch }: { request: Listed; listSearch: string }) => (
  <Link to={operatorPaths.return(request.id)} state={{ list: listSearch }} className={css.link} data-return>
    {request.customNumber}
  </Link>
);

/** Returns as a table; each whole row links to its return. */
export const ReturnsTable = ({
  requests,
  listSearch,
  onOrganisation,
}: Props & { onOrganisation: (organisationId: number) => void }) => {
  const now = Date.now();
  return (
    <Card flush>
      <div className={list.scroll}>
        <table className={`${list.table} ${css.table}`}>
          <caption className={list.caption}>Returns</caption>
          <thead>
            <tr>
              <th>Return</th>
              <th>Age</th>
              <th>Organisation and person</th>
              <th>Pieces</th>
              <th>Wants</th>
              <th>Reason</th>
              <th>Status</th>
            </tr>
          </thead>
          <tbody>
            {requests.map((request) => (
              <tr key={request.id}>
                <th scope="row" className={css.number}>
                  <NumberLink request={request} listSearch={listSearch} />
                  <span className={list.line}>Order {request.orderId}</span>
                </th>
                <td className={css.number} title={formatDate(request.createdOnUtc)}>
                  {formatElapsed(request.createdOnUtc, now)}
                </td>
                <td className={css.person}>
                  <button
                    type="button"
                    className={css.organisation}
                    aria-label={`Only ${request.organisation.name}`}
                    onClick={() => onOrganisation(request.organisation.id)}
                  >
                    {request.organisation.name}
                  </button>
                  <span className={list.line}>{nameOf(request)}</span>
                </td>
                <td className={css.pieces}>{describePieces(request)}</td>
                <td className={css.pieces}>{describeWish(request)}</td>
                <td>
                  {request.returnReason}
                  {request.files.length > 0 && (
                    <span className={list.line}>
                      With {request.files.length === 1 ? 'a picture' : `${request.files.length} pictures`}
                    </span>
                  )}
                </td>
                <td>
                  <Status request={request} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
};

/** The same as cards, for screens too narrow for a table. */
export const ReturnCards = ({ requests, listSearch }: Props) => {
  const now = Date.now();
  return (
    <ul className={list.cards} aria-label="Returns">
      {requests.map((request) => (
        <li key={request.id} className={`${list.card} ${css.card}`}>
          <div className={css.row}>
            <NumberLink request={request} listSearch={listSearch} />
            <Status request={request} />
          </div>
          <p>{describePieces(request)}</p>
          <p className={list.quiet}>
            {describeWish(request)} · {request.returnReason}
          </p>
          <p className={list.quiet}>
            {request.organisation.name}, {nameOf(request)} · {formatElapsed(request.createdOnUtc, now)}
          </p>
        </li>
      ))}
    </ul>
  );
};
