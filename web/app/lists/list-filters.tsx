import '@mantine/core/styles/Popover.layer.css';
import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import { CloseIcon, LeftIcon } from '#web/ui/content/icons.tsx';
import type { ListCall, ListRow } from './define-list.ts';
import css from './filters.module.css';
import type { ListFilter } from './list-filter.ts';
import { listFilters } from './list-state.ts';
import { moveBetweenButtons } from './option-list.tsx';
import type { ListModel } from './use-list.ts';

type Entry = [param: string, filter: ListFilter<unknown>];

/** The filters that are set, each with its value to change and to take away, and "Add filter". */
export function ListFilters<C extends ListCall, Row extends ListRow, Context>({ model }: { model: ListModel<C, Row, Context> }) {
  const { list, state, context, setFilter, clear, isNarrowed } = model;
  const values = state.filters as Record<string, unknown>;
  const allowed = listFilters(list).filter(([, filter]) => !filter.isTab && (filter.isAllowed?.(context) ?? true));
  const set = allowed.filter(([param]) => values[param] !== undefined);
  return (
    <>
      {set.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list
        <ul className={css.chips} role="list" aria-label="Active filters">
          {set.map(([param, filter]) => (
            <li key={param}>
              <Chip filter={filter} value={values[param]} onChange={(value) => setFilter(param, value)} />
            </li>
          ))}
        </ul>
      )}
      <AddFilter
        filters={allowed.filter(([param, { isLinkOnly }]) => values[param] === undefined && !isLinkOnly)}
        onSet={setFilter}
      />
      {set.length > 1 && isNarrowed && (
        <button type="button" className={css.clear} onClick={clear}>
          Clear all
        </button>
      )}
    </>
  );
}

interface ChipProps {
  filter: ListFilter<unknown>;
  value: unknown;
  onChange: (value: unknown) => void;
}

function Chip({ filter, value, onChange }: ChipProps) {
  const [isOpen, setOpen] = useState(false);
  const { label, Editor, Words, closes } = filter;
  const text = (
    <>
      {label}
      {Words && ': '}
      {Words && <Words filter={filter} value={value} />}
    </>
  );
  return (
    <span className={css.chip}>
      {Editor ? (
        <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
          <Popover.Target>
            <button type="button" className={css.value} onClick={() => setOpen(!isOpen)}>
              {text}
            </button>
          </Popover.Target>
          <Popover.Dropdown className={css.panel}>
            <Editor
              filter={filter}
              value={value}
              onChange={(chosen) => {
                if (closes) setOpen(false);
                onChange(chosen);
              }}
            />
          </Popover.Dropdown>
        </Popover>
      ) : (
        <span className={css.value}>{text}</span>
      )}
      <button type="button" className={css.remove} aria-label={`Remove filter: ${label}`} onClick={() => onChange(undefined)}>
        <CloseIcon size={14} />
      </button>
    </span>
  );
}

interface AddProps {
  filters: readonly Entry[];
  onSet: (param: string, value: unknown) => void;
}

/** A button that lists the filters which are not set, and then the values of the chosen one. */
function AddFilter({ filters, onSet }: AddProps) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Entry>();
  if (filters.length === 0) return null;
  const show = (open: boolean) => {
    setOpen(open);
    setChosen(undefined);
  };
  const apply = (param: string, value: unknown) => {
    show(false);
    if (value !== undefined) onSet(param, value);
  };
  const Editor = chosen?.[1].Editor;
  return (
    <Popover opened={isOpen} onChange={show} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="sm" className={css.add} onClick={() => show(!isOpen)}>
          Add filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={css.panel}>
        {chosen && Editor ? (
          <>
            <button type="button" className={css.back} onClick={() => setChosen(undefined)}>
              <LeftIcon size={16} /> {chosen[1].label}
            </button>
            <Editor filter={chosen[1]} value={undefined} onChange={(value) => apply(chosen[0], value)} />
          </>
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the buttons in it
          <div className={css.options} onKeyDown={moveBetweenButtons}>
            {filters.map(([param, filter], index) => (
              <button
                key={param}
                type="button"
                className={css.option}
                data-autofocus={index === 0 || undefined}
                onClick={() => (filter.Editor ? setChosen([param, filter]) : apply(param, filter.only))}
              >
                {filter.label}
              </button>
            ))}
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
