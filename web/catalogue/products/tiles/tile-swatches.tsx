import { useId } from 'react';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { plural } from '#web/ui/format/format.ts';
import type { TileColour, TileProduct } from '../catalogue-types.ts';
import { Swatch } from '../choosing/swatch.tsx';
import { findAccentColour } from '../garment-sides.ts';
import css from './tile-swatches.module.css';

interface Props {
  product: Pick<TileProduct, 'name' | 'colours' | 'colourCount'>;
  /** The id of the chosen colour. */
  chosen: number | undefined;
  onChoose: (colour: TileColour) => void;
  /** A colour is pointed at or focused, or no longer. */
  onPreview: (colour: TileColour | undefined) => void;
}

const ColourSwatch = ({ colour }: { colour: TileColour }) => (
  <>
    <Swatch rgb={colour.colorSquaresRgb} accent={findAccentColour(colour.imageSrc)} size={16} />
    <VisuallyHidden>{colour.name}</VisuallyHidden>
  </>
);

/**
 * The first colours of a product, as radio buttons: one stop of the Tab key, and the arrow keys go from colour to colour. The
 * chosen one is shown in the picture, and already chosen when the product is opened.
 */
export function TileSwatches({ product, chosen, onChoose, onPreview }: Props) {
  const group = useId();
  const { name, colours, colourCount } = product;
  const more = colourCount - colours.length;
  const [only] = colours;
  if (!only) return <div className={css.swatches} />;
  if (colours.length === 1) {
    return (
      <div className={css.swatches}>
        <span className={css.swatch} title={only.name}>
          <ColourSwatch colour={only} />
        </span>
      </div>
    );
  }
  return (
    <div role="radiogroup" aria-label={`Colours of ${name}`} className={css.swatches} data-choice>
      {colours.map((colour) => (
        <label
          key={colour.id}
          className={css.swatch}
          title={colour.name}
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onPreview(colour)}
          onPointerLeave={() => onPreview(undefined)}
        >
          <input
            type="radio"
            name={group}
            className={css.input}
            checked={chosen === colour.id}
            onChange={() => onChoose(colour)}
            onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && onPreview(colour)}
            onBlur={() => onPreview(undefined)}
          />
          <ColourSwatch colour={colour} />
        </label>
      ))}
      {more > 0 && (
        <span className={`${css.more} figures`}>
          <span aria-hidden="true">+{more}</span>
          <VisuallyHidden>and {plural(more, 'more colour')}</VisuallyHidden>
        </span>
      )}
    </div>
  );
}
