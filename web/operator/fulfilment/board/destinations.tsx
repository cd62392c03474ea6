import { NativeSelect } from '@mantine/core';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { plural } from '#web/ui/format/format.ts';
import list from '#web/ui/lists/list.module.css';
import { formatElapsed } from '../fulfilment-dates.ts';
import css from './board.module.css';
import type { BoardDestination } from './board-list.tsx';

interface Props {
  /** Undefined until they are loaded. */
  destinations: readonly BoardDestination[] | undefined;
  /** The key of the destination that the board shows; empty for all. */
  chosen: string;
  onChoose: (destination: string) => void;
}

/** The destinations to choose from: a list beside the orders, or a field where there is no room beside them. */
export const Destinations = ({ destinations, ...others }: Props) => {
  const isNarrow = useIsNarrow(1024);
  if (isNarrow) return destinations && <DestinationChoice destinations={destinations} {...others} />;
  return (
    <section className={css.side} aria-label="Destinations">
      {destinations ? <DestinationList destinations={destinations} {...others} /> : <SkeletonRows rows={8} height={72} />}
    </section>
  );
};

type LoadedProps = Props & { destinations: readonly BoardDestination[] };

/** The destinations with their orders and the age of the oldest, that with the oldest order first. */
const DestinationList = ({ destinations, chosen, onChoose }: LoadedProps) => (
  // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list
  <ul className={`${css.destinations} divided`} role="list">
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
          <span className={list.quiet}>{organisationName}</span>
          <span className={list.quiet}>{formatElapsed(oldestReleasedOnUtc)}</span>
          <span className={list.quiet}>
            {readyQuantity} of {plural(pendingQuantity, 'piece')} on hand
          </span>
        </button>
      </li>
    ))}
  </ul>
);

const DestinationChoice = ({ destinations, chosen, onChoose }: LoadedProps) => (
  <NativeSelect
    className={css.choice}
    aria-label="Destination"
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
