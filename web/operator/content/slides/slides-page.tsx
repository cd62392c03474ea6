import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { MAX_SLIDES_SHOWN } from '#contract/content/slides/slide-limits.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { describeShownDays, getPublicationState } from '#web/content/publications/publication-state.ts';
import { getPictureSizes } from '#web/ui/browser/picture-sizes.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { organisationFilter } from '../../organisation-filter.tsx';
import { ContentPages } from '../content-pages.tsx';
import { OrderSlides } from './order-slides.tsx';
import css from './slides.module.css';

const slidesList = defineList<'GET /api/operator/slides'>()({
  name: 'slides',
  call: 'GET /api/operator/slides',
  rowsKey: 'slides',
  nouns: ['slide', 'slides'],
  label: 'Slides',
  link: ({ id }) => operatorPaths.slide(id),
  columns: {
    text: { title: 'Slide', isHeading: true, wraps: true, cell: ({ text, altText }) => text || altText || 'Without text' },
    picture: {
      title: 'Picture',
      cell: ({ src, altText }) => (
        <img className={css.thumbnail} src={src} {...getPictureSizes(src, '96px')} alt={altText ?? ''} loading="lazy" />
      ),
    },
    state: {
      title: 'Status',
      cell: (slide) => {
        const { label, tone } = getPublicationState(slide, toIsoDay(new Date()));
        return <StatusBadge tone={tone}>{label}</StatusBadge>;
      },
    },
    audience: { title: 'For', wraps: true, cell: ({ audience }) => audience },
    days: { title: 'Days', cell: (slide) => describeShownDays(slide) || 'Always', onCard: (slide) => describeShownDays(slide) },
  },
  card: [{ start: ['text'], end: 'state' }, { start: ['picture'] }, { start: ['audience', 'days'] }],
  search: { param: 'searchTerm', url: 'search', label: 'Search slides', placeholder: 'Words in the text' },
  filters: { organisationId: { ...organisationFilter, label: 'Client' } },
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: { title: 'No slides yet', text: 'Slides are pictures at the end of Home, each with a text and a link.' },
  nothingFound: 'You can search by words in the text. Check the spelling or remove a filter.',
});

/** The slides for clients of the operator's brands. */
export function SlidesPage() {
  const model = useList(slidesList, undefined);
  const [isOrdering, setOrdering] = useState(false);
  const add = (
    <Button component={Link} to={operatorPaths.newSlide}>
      Add a slide
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Slides"
        actions={
          <>
            <Button variant="default" aria-haspopup="dialog" onClick={() => setOrdering(true)}>
              Change order
            </Button>
            {add}
          </>
        }
      >
        Pictures at the end of Home. Each person sees the first {MAX_SLIDES_SHOWN} meant for them.
      </PageHeader>
      <ContentPages />
      <ListPage model={model} emptyAction={add} />
      <Dialog opened={isOrdering} onClose={() => setOrdering(false)} title="Order of slides" closeLabel="Close" width={560}>
        <OrderSlides />
      </Dialog>
    </>
  );
}
