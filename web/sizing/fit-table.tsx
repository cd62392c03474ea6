import { Text, Tooltip } from '@mantine/core';
import '@mantine/core/styles/Tooltip.layer.css';
import type { Prediction } from '#body/predict.ts';
import { FitSwatch } from './fit-swatch.tsx';
import css from './fit-view.module.css';
import { describeLikely, type FittedSize, type Fitting, formatFit, formatGuideValue } from './fitting.ts';

interface Props {
  fitting: Fitting;
  sizes: readonly FittedSize[];
  /** The size on the mannequin, which is the only one shown on narrow screens. */
  shown: FittedSize | undefined;
  prediction: Prediction;
  unit: 'cm' | 'inches';
}

/** Every measure of a garment's size guide with what is likely of the person, size by size. */
export function FitTable({ fitting, sizes, shown, prediction, unit }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section className={css.scroll} aria-label="Measurements of each size" tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Size guide</th>
            <th scope="col">You (likely)</th>
            {sizes.map((size) => (
              <th key={size.id} scope="col" data-shown={size === shown}>
                Size {size.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fitting.measures.map((measure, index) => {
            const likely = describeLikely(measure, prediction, unit);
            return (
              <tr key={measure.name}>
                <th scope="row">{measure.name}</th>
                <td className="figures">
                  {likely ? (
                    <Likely {...likely} />
                  ) : (
                    <Text span size="sm" c="dimmed">
                      We can’t compare this measurement
                    </Text>
                  )}
                </td>
                {sizes.map((size) => {
                  const { value, fit } = size.cells[index] ?? {};
                  const figures = value && formatGuideValue(value, measure, unit);
                  return (
                    <td key={size.id} data-shown={size === shown}>
                      {fit && (
                        <span className={css.fit}>
                          <FitSwatch fit={fit.class} />
                          {formatFit(fit)}
                        </span>
                      )}
                      <Text {...((fit || !figures) && { size: 'sm', c: 'dimmed' })} pl={fit ? 26 : 0} className="figures">
                        {fit && figures && 'for '}
                        {figures ? figures.shown : 'No data in the size guide'}
                        {figures?.own !== undefined && (
                          <Text span display="block" size="sm" c="dimmed">
                            Size guide: {figures.own}
                          </Text>
                        )}
                      </Text>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const Likely = ({ name, value, range }: { name: string; value: string; range: string }) => (
  <Tooltip
    label={`${name}. 4 of 5 people like you: ${range}`}
    events={{ hover: true, focus: true, touch: true }}
    withinPortal={false}
  >
    <button type="button" className={css.likely} aria-label={`${value}; in 4 of 5 people like you ${range}`}>
      {value}
    </button>
  </Tooltip>
);
