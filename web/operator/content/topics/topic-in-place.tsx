import type { ReactNode } from 'react';
import type { Brand } from '#brands/brand.ts';
import { RichText } from '#web/ui/content/rich-text.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import css from './topic-in-place.module.css';
import { describeLocation } from './topic-labels.ts';

interface Props {
  brand: Brand;
  location: string | null;
  title: string;
  /** The text as the server would store it. */
  html: string;
}

/** A topic at its place: around it the outline of the page. */
export function TopicInPlace({ brand, location, title, html }: Props) {
  const text = (
    <>
      {title !== '' && <h2 className={css.title}>{title}</h2>}
      <RichText html={html} />
    </>
  );
  const bar = (
    <div className={css.bar}>
      {brand.logo ? <img src={brand.logo} alt={brand.company} height={28} /> : <strong>{brand.company}</strong>}
    </div>
  );
  if (location === 'login')
    return (
      <div className={css.logIn}>
        <Card>
          <div className={css.bare}>{bar}</div>
          <Lines count={2} />
          {text}
          <div className={css.button} />
        </Card>
      </div>
    );
  if (location === 'importantnotice')
    return (
      <div className={css.page}>
        {bar}
        <main className={css.main} aria-hidden="true">
          <Block />
          <Block />
        </main>
        <div className={css.shade}>
          <div className={css.notice}>
            {text}
            <span className={css.close}>Close</span>
          </div>
        </div>
      </div>
    );
  if (location === 'footer')
    return (
      <Page bar={bar} heading="Home">
        <Block />
        <footer className={css.footer}>{text}</footer>
      </Page>
    );
  return (
    <Page bar={bar} heading={location === null ? 'Information' : describeLocation(location)}>
      <Card>{text}</Card>
      {location !== null && <Block />}
    </Page>
  );
}

const Page = ({ bar, heading, children }: { bar: ReactNode; heading: string; children: ReactNode }) => (
  <div className={css.page}>
    {bar}
    <main className={css.main}>
      <p className={css.heading}>{heading}</p>
      {children}
    </main>
  </div>
);

const Lines = ({ count }: { count: number }) => (
  <div className={css.lines} aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <div key={index} />
    ))}
  </div>
);

/** What else the page has. */
const Block = () => (
  <Card>
    <Lines count={4} />
  </Card>
);
