import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './record-row.module.css';

interface Props {
  name: ReactNode;
  /** The buttons of the record: beside what is said about it, below it on narrow screens. */
  actions?: ReactNode;
  /** What is said about the record below its name. */
  children: ReactNode;
}

/** A record in a card that lists all of them, such as the webhooks of an organisation. */
export const RecordRow = ({ name, actions, children }: Props) => (
  <li className={css.row}>
    <div>
      <h2 className={css.name}>{name}</h2>
      {children}
    </div>
    {actions && <Group gap="xs">{actions}</Group>}
  </li>
);
