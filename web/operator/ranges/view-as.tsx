import { Button, Menu } from '@mantine/core';
import { Link } from 'react-router';
import { MenuButton } from '#web/ui/buttons/menu-button.tsx';
import { operatorPaths } from '../operator-paths.ts';
import css from './clients.module.css';
import type { RangedProduct } from './range-client.ts';

/** Opens a product as people of one of its clients see it; nothing where no client has it. */
export function ViewAs({ product: { id, clients } }: { product: RangedProduct }) {
  const [first] = clients;
  if (!first) return null;
  if (clients.length === 1)
    return (
      <Button variant="default" component={Link} to={operatorPaths.productAs(id, first.id)}>
        View as {first.name}
      </Button>
    );
  return (
    <MenuButton label="View as…">
      <div className={css.menu}>
        {clients.map((client) => (
          <Menu.Item key={client.id} component={Link} to={operatorPaths.productAs(id, client.id)}>
            {client.name}
          </Menu.Item>
        ))}
      </div>
    </MenuButton>
  );
}
