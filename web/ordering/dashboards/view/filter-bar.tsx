import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import list from '#web/app/lists/filters.module.css';
import { OptionList } from '#web/app/lists/option-list.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import type { DashboardFilters, FilterChoices } from './dashboard-filters.ts';
import css from './filter-bar.module.css';

interface Props {
  /** Undefined until it is known what the address means. */
  filters: DashboardFilters | undefined;
  choices: FilterChoices;
  onChange: (changed: Partial<DashboardFilters>) => void;
}

/** Season, groups, destination and business area; what an organisation does not have cannot be chosen. */
export function FilterBar({ filters, choices, onChange }: Props) {
  if (!filters) return <div className={css.filters} />;
  const { seasonId, groupIds, resortId, businessAreaId } = filters;
  const { seasons = [], groups = [], destinations = [], areas = [] } = choices;
  const chosenGroups = groups.filter(({ id }) => groupIds.includes(id));
  const groupText = chosenGroups.length > 1 ? `${chosenGroups.length} groups` : chosenGroups[0]?.label;
  const toggleGroup = (id: number) =>
    onChange({ groupIds: groupIds.includes(id) ? groupIds.filter((other) => other !== id) : [...groupIds, id] });
  const areKnown = [choices.seasons, choices.groups, choices.destinations, choices.areas].every((each) => each !== undefined);
  return (
    <div className={css.filters} data-known={areKnown || undefined}>
      <OneFilter
        label="Season"
        all="All seasons"
        options={seasons}
        chosen={seasonId}
        onChoose={(id) => onChange({ seasonId: id })}
      />
      {groups.length > 1 && (
        <FilterButton label="Groups" text={groupText ?? 'All groups'}>
          {() => <OptionList label="Groups" options={groups} chosen={groupIds} multiple onChoose={toggleGroup} />}
        </FilterButton>
      )}
      <OneFilter
        label="Destination"
        all="All destinations"
        options={destinations}
        chosen={resortId}
        onChoose={(id) => onChange({ resortId: id })}
      />
      <OneFilter
        label="Business area"
        all="All areas"
        options={areas}
        chosen={businessAreaId}
        onChoose={(id) => onChange({ businessAreaId: id })}
      />
    </div>
  );
}

interface OneProps {
  label: string;
  all: string;
  options: readonly { id: number; label: string }[];
  chosen: number;
  onChoose: (id: number) => void;
}

function OneFilter({ label, all, options, chosen, onChoose }: OneProps) {
  if (options.length === 0) return null;
  const withAll = [{ id: 0, label: all }, ...options.map(({ id, label: name }) => ({ id, label: name }))];
  return (
    <FilterButton label={label} text={withAll.find(({ id }) => id === chosen)?.label ?? all}>
      {(close) => (
        <OptionList
          label={label}
          options={withAll}
          chosen={[chosen]}
          onChoose={(id) => {
            close();
            onChoose(id);
          }}
        />
      )}
    </FilterButton>
  );
}

/** A button that says what is chosen, and opens what can be. */
function FilterButton({ label, text, children }: { label: string; text: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={css.filter} aria-label={`${label}: ${text}`} onClick={() => setOpen(!isOpen)}>
          <span className={css.chosen}>{text}</span>
          <DownIcon size={14} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={list.panel}>{children(() => setOpen(false))}</Popover.Dropdown>
    </Popover>
  );
}
