import { NativeSelect } from '@mantine/core';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { formatElapsed } from '../fulfilment-dates.ts';
import css from './board.module.css';
import type { BoardDestination } from './board-filters.ts';

interface Props {
  destinations: readonly BoardDestination[];
  /** The key of the destination that the board shows; empty for all. */
  chosen: string;
  onChoose: (destination: string) => void;
}

/** The destinations with their orders and the age of the oldest, that with the oldest order first. */
export const DestinationList = ({ destinations, chosen, onChoose }: Props) => (
  <Card flush className={css.side} aria-label="Destinations">
    {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list */}
    <ul className={css.destinations} role="list">
      <li>
        <button type="button" className={css.destination} aria-pressed={chosen === ''} onClick={() => onChoose('')}>
          <strong>All destinations</strong>
          <span className="figures">{destinations.reduce((sum, { orders }) => sum + orders, 0)}</span>
        </button>
      </li>
      {destinations.map(({ key, name, organisationName, orders, readyQuantity, pendingQuantity, oldestReleasedOnUtc }) => (
        <li key={key}>
          <button
            type="button"
            className={css.destination}
            aria-pressed={chosen === key}
            onClick={() => onChoose(chosen === key ? '' : key)}
          >
            <strong>{name}</strong>
            <span className="figures">{plural(orders, 'order')}</span>
            <span className={css.quiet}>{organisationName}</span>
            <span className={css.quiet}>{formatElapsed(oldestReleasedOnUtc)}</span>
            <span className={css.quiet}>
              {readyQuantity} of {plural(pendingQuantity, 'piece')} on hand
            </span>
          </button>
        </li>
      ))}
    </ul>
  </Card>
);

/** The same as a field, where there is no room beside the orders. */
export const DestinationChoice = ({ destinations, chosen, onChoose }: Props) => (
  <NativeSelect
    label="Destination"
    rightSection={<DownIcon size={16} />}
    value={chosen}
    data={[
      { value: '', label: `All destinations (${destinations.length})` },
      ...destinations.map(({ key, name, organisationName, orders }) => ({
        value: key,
        label: `${name}, ${organisationName} (${plural(orders, 'order')})`,
      })),
    ]}
    onChange={(event) => onChoose(event.currentTarget.value)}
  />
);
