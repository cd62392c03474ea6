import { Picture } from '#web/ui/content/picture.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { KeptProduct } from './product-labels.ts';
import css from './products.module.css';

/** The photographs of a product or, where it has none, its drawings. */
export const ProductPictures = ({ product: { images, name } }: { product: KeptProduct }) => (
  <Card title="Pictures">
    {images.length === 0 ? (
      <p>No pictures yet.</p>
    ) : (
      <ul className={css.pictures}>
        {images.map(({ id, src, altText }) => (
          <li key={id}>
            <Picture src={src} alt={altText ?? name} size={112} />
          </li>
        ))}
      </ul>
    )}
    <p className={css.note}>Without a photograph the drawing is shown.</p>
  </Card>
);
