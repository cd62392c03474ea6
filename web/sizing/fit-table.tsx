import { Tooltip } from '@mantine/core';
import '@mantine/core/styles/Tooltip.layer.css';
import { FitSwatch } from './fit-swatch.tsx';
import css from './fit-view.module.css';
import type { FitRow, FittedSize } from './fitting.ts';

interface Props {
  rows: readonly FitRow[];
  /** In the order of the rows' cells. */
  sizes: readonly FittedSize[];
  /** The size on the mannequin, which is the only one shown on narrow screens. */
  shown: FittedSize;
}

/** A table of how the sizes fit at each measuring point. */
export function FitTable({ rows, sizes, shown }: Props) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Area</th>
          <th scope="col">You (likely)</th>
          {sizes.map((size) => (
            <th key={size.id} scope="col" data-shown={size === shown}>
              Size {size.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ point, name, likely, range, cells }) => (
          <tr key={point}>
            <th scope="row">{name}</th>
            <td className="figures">
              <Tooltip
                label={`4 of 5 people like you: ${range}`}
                events={{ hover: true, focus: true, touch: true }}
                withinPortal={false}
              >
                <button type="button" className={css.likely} aria-label={`${likely}; in 4 of 5 people like you ${range}`}>
                  {likely}
                </button>
              </Tooltip>
            </td>
            {cells.map((cell, i) => (
              <td key={sizes[i]?.id} data-shown={sizes[i] === shown}>
                {cell ? (
                  <>
                    <span className={css.fit}>
                      <FitSwatch fit={cell.class} />
                      {cell.words}
                    </span>
                    <span className={`${css.made} figures`}>{cell.made}</span>
                  </>
                ) : (
                  <span className={css.made}>No data in the size guide</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
