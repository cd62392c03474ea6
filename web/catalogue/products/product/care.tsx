import css from './care.module.css';

/** How a garment is cared for, one treatment to a line. */
export const CareList = ({ care }: { care: readonly string[] }) => (
  <ul className={css.care}>
    {care.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);
