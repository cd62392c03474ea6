import type { ReactNode } from 'react';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import css from './figures-table.module.css';

interface Row {
  key: string | number;
  /** The first one names the row. */
  cells: readonly ReactNode[];
}

interface Props {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly string[];
  rows: readonly Row[];
  /** The sums of the columns. */
  foot?: readonly ReactNode[];
}

/** Figures as a table. Where there is little room each row is a block that names its figures, so that nothing has to be pushed sideways. */
export const FiguresTable = ({ caption, columns, rows, foot }: Props) => (
  <div className={css.room}>
    <table className={css.table}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...figures] }) => (
          <TableRow key={key} name={name} figures={figures} columns={columns} />
        ))}
      </tbody>
      {foot && (
        <tfoot>
          <TableRow name={foot[0]} figures={foot.slice(1)} columns={columns} />
        </tfoot>
      )}
    </table>
  </div>
);

const TableRow = ({ name, figures, columns }: { name: ReactNode; figures: readonly ReactNode[]; columns: readonly string[] }) => (
  <tr>
    <th scope="row">{name}</th>
    {figures.map((figure, index) => (
      <td key={columns[index + 1]} data-column={columns[index + 1]} className="figures">
        {figure}
      </td>
    ))}
  </tr>
);
