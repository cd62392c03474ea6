import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { getPictureSizes } from '#web/ui/browser/picture-sizes.ts';
import { LeftIcon, RightIcon } from '#web/ui/content/icons.tsx';
import { isPortalPath, isSecureAddress } from '../safe-links.ts';
import css from './slider.module.css';

type Slide = ReplyOf<'GET /api/organisations/slider'>['sliderImages'][number];

export const sliderQuery = { ...apiQuery('GET /api/organisations/slider'), staleTime: 5 * 60_000 };

/** How wide the picture of a slide is shown. */
const SLIDE_WIDTH = '(width < 37.5em) 100vw, 480px';

/** The organisation's pictures. They change only on request, since automatic motion distracts from reading. */
export function Slider() {
  const { data, isPending } = useQuery(sliderQuery);
  const [broken, setBroken] = useState<readonly number[]>([]);
  const slides = (data?.sliderImages ?? []).filter(({ id }) => !broken.includes(id));
  // Reserves the space, so that nothing below moves when the pictures load.
  if (isPending) return <div className={css.slider} data-wide />;
  if (slides.length === 0) return null;
  return <Slides slides={slides} onBroken={(id) => setBroken((before) => [...before, id])} />;
}

function Slides({ slides, onBroken }: { slides: readonly Slide[]; onBroken: (id: number) => void }) {
  const strip = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState(0);
  const at = Math.min(place, slides.length - 1);
  const goTo = (slide: number) => {
    const list = strip.current;
    list?.scrollTo({
      left: slide * list.clientWidth,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
  };
  return (
    <section className={css.slider} data-wide aria-label="Pictures" aria-roledescription="carousel">
      <ul
        ref={strip}
        className={css.strip}
        onScroll={({ currentTarget: list }) => setPlace(Math.round(list.scrollLeft / list.clientWidth))}
      >
        {slides.map((slide, index) => (
          <li key={slide.id} aria-label={`${index + 1} of ${slides.length}`} inert={index !== at}>
            <SlideView
              slide={slide}
              picture={
                <img
                  src={slide.src}
                  {...getPictureSizes(slide.src, SLIDE_WIDTH)}
                  alt={slide.altText ?? ''}
                  onError={() => onBroken(slide.id)}
                />
              }
            />
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className={css.buttons}>
          <button type="button" aria-label="Previous picture" disabled={at === 0} onClick={() => goTo(at - 1)}>
            <LeftIcon />
          </button>
          <span className="figures" aria-live="polite">
            {at + 1} / {slides.length}
          </span>
          <button type="button" aria-label="Next picture" disabled={at === slides.length - 1} onClick={() => goTo(at + 1)}>
            <RightIcon />
          </button>
        </div>
      )}
    </section>
  );
}

/** A slide as it is edited, in the slider that it will be in. */
export const SlidePreview = (props: SlideProps) => (
  <div className={css.slider}>
    <div className={css.alone}>
      <SlideView {...props} />
    </div>
  </div>
);

interface SlideProps {
  slide: Pick<Slide, 'link' | 'text'>;
  /** The picture; it fills its frame. */
  picture: ReactNode;
}

/** The whole picture, whatever the width, and the text beside it or below: over the picture it could not always be read. */
function SlideView({ slide: { text, link }, picture }: SlideProps) {
  const content = (
    <>
      <span className={css.picture}>{picture}</span>
      {text && <span className={css.text}>{text}</span>}
    </>
  );
  if (link && isPortalPath(link)) {
    return (
      <Link to={link} className={css.slide}>
        {content}
      </Link>
    );
  }
  if (link && isSecureAddress(link)) {
    return (
      <a href={link} className={css.slide} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    );
  }
  return <div className={css.slide}>{content}</div>;
}
