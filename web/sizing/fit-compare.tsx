import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { DownIcon } from '#web/ui/content/icons.tsx';
import css from './fit-view.module.css';
import type { FittedSize, Fitting } from './fitting.ts';

interface Props {
  fitting: Fitting;
  /** The two sizes being compared, or a single one. */
  pair: readonly FittedSize[];
  shown: FittedSize;
  onPair: (ids: readonly string[]) => void;
  onShow: (id: string) => void;
}

/** Selects the two sizes to compare and the one shown on the mannequin. */
export function FitCompare({ fitting, pair, shown, onPair, onShow }: Props) {
  const name = useId();
  const about = ({ id }: FittedSize) => (id === fitting.best.id ? 'recommended' : '');
  return (
    <>
      <div role="radiogroup" aria-labelledby={`${name}-legend`} className={css.switch}>
        <span id={`${name}-legend`}>On the mannequin</span>
        {pair.map((size) => (
          <label key={size.id} className={css.choice}>
            <input type="radio" name={name} checked={size === shown} onChange={() => onShow(size.id)} />
            Size {size.name}
            {about(size) && <span className={css.made}>{about(size)}</span>}
          </label>
        ))}
      </div>
      {fitting.sizes.length > 2 && (
        <div className={css.pair}>
          {pair.map((size, which) => (
            <NativeSelect
              key={which === 0 ? 'one' : 'other'}
              label={which === 0 ? 'Compare size' : 'with size'}
              rightSection={<DownIcon size={16} />}
              data={fitting.sizes
                .filter(({ id }) => id !== pair[1 - which]?.id)
                .map(({ id, name: label }) => ({ value: id, label }))}
              value={size.id}
              onChange={(event) => {
                const { value } = event.currentTarget;
                onPair(which === 0 ? [value, pair[1]?.id ?? value] : [pair[0]?.id ?? value, value]);
                onShow(value);
              }}
            />
          ))}
        </div>
      )}
    </>
  );
}
