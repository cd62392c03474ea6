import { formatNumber, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import type { KeptProduct } from './product-labels.ts';
import css from './products.module.css';

/** Which clients have a product in the range. Those of other brands have no names here. */
export function ProductClients({ product: { clients, otherClients, madeFor, wardrobes } }: { product: KeptProduct }) {
  return (
    <Card title="In the range of">
      {clients.length > 0 && (
        <ul className={css.clients}>
          {clients.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
      {clients.length + otherClients === 0 && <p>No client has it in the range yet.</p>}
      {otherClients > 0 && (
        <p>
          {clients.length > 0 ? 'And of ' : ''}
          {plural(otherClients, 'client')} of other brands
        </p>
      )}
      <p className={css.note}>
        {wardrobes === 0 ? 'In no wardrobe' : `In ${formatNumber(wardrobes)} wardrobe${wardrobes === 1 ? '' : 's'}`}
        {madeFor !== null && ` · made for ${madeFor}`}
      </p>
    </Card>
  );
}
