import css from './garment-row.module.css';

/** Drawings of the brand's garments beside a form, shown on wide screens only. Decorative. */
export const GarmentRow = ({ garments }: { garments: readonly string[] }) => (
  <div className={css.row} aria-hidden="true">
    {garments.map((garment) => (
      <img
        key={garment}
        src={`/garments/${garment}-front.svg`}
        alt=""
        loading="lazy"
        onError={(event) => event.currentTarget.remove()}
      />
    ))}
  </div>
);
