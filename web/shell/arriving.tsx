import { useBrand } from '../themes/look.tsx';

/** What index.html shows from the start, kept until the first screen has come. */
export function Arriving() {
  const brand = useBrand();
  return (
    <div className="arriving" data-place="entry">
      <img src={brand.logo} alt={brand.company} />
    </div>
  );
}
