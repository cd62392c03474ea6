import css from './garment-row.module.css';

/** Flats of the brand's garments beside the login form; decoration, and only where there is room. */
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
