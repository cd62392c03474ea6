import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { LeftIcon, RightIcon } from '#web/ui/content/icons.tsx';
import css from './slider.module.css';

type Slide = ReplyOf<'GET /api/organisations/slider'>['sliderImages'][number];

export const sliderQuery = { ...apiQuery('GET /api/organisations/slider'), staleTime: 5 * 60_000 };

/** The organisation's pictures. They change only on request, since automatic motion distracts from reading. */
export function Slider() {
  const { data, isPending } = useQuery(sliderQuery);
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const [broken, setBroken] = useState<readonly number[]>([]);
  const slides = (data?.sliderImages ?? []).filter(({ id }) => !broken.includes(id));
  // Reserves the space, so that nothing below moves when the pictures load.
  if (isPending) return <div className={css.slider} data-wide />;
  if (slides.length === 0) return null;

  const goTo = (slide: number) => {
    const list = strip.current;
    list?.scrollTo({
      left: slide * list.clientWidth,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
  };
  return (
    <section className={css.slider} data-wide aria-label="News" aria-roledescription="carousel">
      <ul
        ref={strip}
        className={css.strip}
        onScroll={({ currentTarget: list }) => setAt(Math.round(list.scrollLeft / list.clientWidth))}
      >
        {slides.map((slide, place) => (
          <li key={slide.id} aria-label={`${place + 1} of ${slides.length}`} inert={place !== at}>
            <SlideLink slide={slide} onBroken={() => setBroken((before) => [...before, slide.id])} />
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

function SlideLink({ slide, onBroken }: { slide: Slide; onBroken: () => void }) {
  // A photograph fills the slide; a drawing of a garment is shown beside the text.
  const [wide, setWide] = useState(false);
  const content = (
    <>
      {slide.text && <span className={css.text}>{slide.text}</span>}
      <img
        src={slide.src}
        alt={slide.altText ?? ''}
        onLoad={({ currentTarget: picture }) => setWide(picture.naturalWidth > 1.8 * picture.naturalHeight)}
        onError={onBroken}
      />
    </>
  );
  const className = wide ? `${css.slide} ${css.wide}` : css.slide;
  // Links are data: only paths of the portal and https URLs are allowed, no scripts.
  if (slide.link && /^\/(?![/\\])/.test(slide.link)) {
    return (
      <Link to={slide.link} className={className}>
        {content}
      </Link>
    );
  }
  if (slide.link && /^https:\/\//i.test(slide.link)) {
    return (
      <a href={slide.link} className={className} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    );
  }
  return <div className={className}>{content}</div>;
}
