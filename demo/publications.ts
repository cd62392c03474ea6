import type { Calendar } from './calendar.ts';
import type { Row } from './insert.ts';
import type { Announcement, OrganisationPlan } from './organisations/plan.ts';

/** Ids of an organisation's publications begin here: announcements first, slides from 50. */
const firstId = (plan: OrganisationPlan) => plan.id * 1000;
const FIRST_SLIDE = 50;

/** Rows of an organisation's announcements and slides, in an order in which they can be inserted. */
export function publicationRows(plan: OrganisationPlan, calendar: Calendar): [table: string, rows: Row[]][] {
  const announcementId = (index: number) => firstId(plan) + index + 1;
  const slideId = (index: number) => firstId(plan) + FIRST_SLIDE + index + 1;
  const writtenAt = ({ daysAgo }: Announcement) => calendar.at(-daysAgo, 570);
  const publication = (id: number, kind: string, more: Row) => ({
    id,
    organisation_id: null,
    kind,
    is_published: true,
    display_order: 0,
    created_at: calendar.at(-60, 600),
    ...more,
  });
  const ids = [...plan.news.map((_, index) => announcementId(index)), ...plan.slides.map((_, index) => slideId(index))];
  return [
    [
      'publication',
      [
        ...plan.news.map((news, index) =>
          publication(announcementId(index), 'announcement', {
            organisation_id: news.isOwn ? plan.id : null,
            created_at: writtenAt(news),
          }),
        ),
        ...plan.slides.map((_, index) => publication(slideId(index), 'slide', { display_order: index + 1 })),
      ],
    ],
    ['publication_organisation', ids.map((id) => ({ organisation_id: plan.id, publication_id: id }))],
    [
      'announcement',
      plan.news.map((news, index) => ({
        publication_id: announcementId(index),
        text: news.text,
        url: news.url ?? null,
        published_at: writtenAt(news),
      })),
    ],
    [
      'slide',
      plan.slides.map((slide, index) => ({
        publication_id: slideId(index),
        src: slide.src,
        text: slide.text,
        link: slide.link,
        alt_text: slide.alt,
      })),
    ],
  ];
}
