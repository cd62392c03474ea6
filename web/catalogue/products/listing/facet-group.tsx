import { useId, useState } from 'react';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import type { Facet } from '../catalogue-types.ts';
import { Swatch } from '../choosing/swatch.tsx';
import css from './facet-group.module.css';

const INITIALLY_SHOWN = 7;

interface Props {
  facet: Facet;
  chosen: readonly number[];
  onToggle: (optionId: number) => void;
  startsOpen: boolean;
}

/** One specification as a group of checkboxes. A long group shows its first options and the selected ones until expanded. */
export function FacetGroup({ facet, chosen, onToggle, startsOpen }: Props) {
  const hasChosen = facet.values.some((value) => chosen.includes(value.id));
  const [open, setOpen] = useState<boolean>();
  const [all, setAll] = useState(false);
  const bodyId = useId();
  const isOpen = open ?? (startsOpen || hasChosen);
  const shown = all ? facet.values : facet.values.filter((value, index) => index < INITIALLY_SHOWN || chosen.includes(value.id));
  const hidden = facet.values.length - shown.length;

  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>
        <button type="button" className={css.head} aria-expanded={isOpen} aria-controls={bodyId} onClick={() => setOpen(!isOpen)}>
          {facet.name}
          <DownIcon size={16} />
        </button>
      </legend>
      <div id={bodyId} hidden={!isOpen} className={css.body}>
        {shown.map((value) => (
          <label key={value.id} className={css.option} data-none={value.count === 0 || undefined}>
            <input type="checkbox" checked={chosen.includes(value.id)} onChange={() => onToggle(value.id)} />
            {value.colorSquaresRgb && <Swatch rgb={value.colorSquaresRgb} size={16} />}
            <span className={css.name}>{value.name}</span>
            <span className={`${css.count} figures`}>{formatNumber(value.count)}</span>
          </label>
        ))}
        {(hidden > 0 || all) && (
          <button type="button" className={css.more} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show ${formatNumber(hidden)} more`}
          </button>
        )}
      </div>
    </fieldset>
  );
}
