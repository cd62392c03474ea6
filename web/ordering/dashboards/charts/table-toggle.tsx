import css from './figures-table.module.css';

interface Props {
  shown: boolean;
  /** What the table is of, for screen readers: "purchases by month". */
  of: string;
  onToggle: () => void;
}

/** Shows a chart as a table, and back. */
export const TableToggle = ({ shown, of, onToggle }: Props) => (
  <button type="button" className={css.toggle} aria-label={`Show as ${shown ? 'chart' : 'table'}: ${of}`} onClick={onToggle}>
    {shown ? 'Show as chart' : 'Show as table'}
  </button>
);
