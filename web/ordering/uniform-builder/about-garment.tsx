import { HeldNote } from '#web/entitlement/issued-garments/issued-garment-list.tsx';
import type { BuilderProduct } from './builder-model.ts';

/** What is said of a garment besides its name and cost. */
export const AboutGarment = ({ product, isPreview }: { product: BuilderProduct; isPreview: boolean }) => (
  <>
    {product.shortDescription && <p>{product.shortDescription}</p>}
    {!isPreview && <HeldNote productId={product.id} />}
  </>
);
