import { useQuery } from '@tanstack/react-query';
import { CloseIcon } from '#web/ui/content/icons.tsx';
import css from './closable-slider.module.css';
import { useHiddenSlides } from './hidden-slides.ts';
import { Slider, sliderQuery } from './slider.tsx';

/** The organisation's pictures until the person hides them; a new picture shows them again. Nothing while they are loaded: they are the end of a page. */
export function ClosableSlider({ personId }: { personId: number }) {
  const { data } = useQuery(sliderQuery);
  const { isHidden, hide } = useHiddenSlides(personId, data?.sliderImages ?? []);
  if (isHidden) return null;
  return (
    <div className={css.frame} data-wide>
      <Slider />
      <button type="button" className={css.close} aria-label="Hide these pictures" title="Hide these pictures" onClick={hide}>
        <CloseIcon size={18} />
      </button>
    </div>
  );
}
