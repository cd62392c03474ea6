import { lazyPage, type OperatorPage } from '../operator-page.ts';

/** The pages of news, slides and documents, which are reached from that of topics. */
export const publicationPages: readonly OperatorPage[] = [
  {
    path: 'content/news',
    needs: ['content:read'],
    Page: lazyPage(
      () => import('./announcements/announcements-page.tsx'),
      ({ AnnouncementsPage }) => AnnouncementsPage,
    ),
  },
  {
    path: 'content/news/new',
    needs: ['content:write'],
    Page: lazyPage(
      () => import('./announcements/announcement-page.tsx'),
      ({ NewAnnouncementPage }) => NewAnnouncementPage,
    ),
  },
  {
    path: 'content/news/:id',
    needs: ['content:read'],
    Page: lazyPage(
      () => import('./announcements/announcement-page.tsx'),
      ({ AnnouncementPage }) => AnnouncementPage,
    ),
  },
  {
    path: 'content/slides',
    needs: ['content:read'],
    Page: lazyPage(
      () => import('./slides/slides-page.tsx'),
      ({ SlidesPage }) => SlidesPage,
    ),
  },
  {
    path: 'content/slides/new',
    needs: ['content:write'],
    Page: lazyPage(
      () => import('./slides/slide-page.tsx'),
      ({ NewSlidePage }) => NewSlidePage,
    ),
  },
  {
    path: 'content/slides/:id',
    needs: ['content:read'],
    Page: lazyPage(
      () => import('./slides/slide-page.tsx'),
      ({ SlidePage }) => SlidePage,
    ),
  },
  {
    path: 'content/documents',
    needs: ['content:read'],
    Page: lazyPage(
      () => import('./documents/documents-page.tsx'),
      ({ KeptDocumentsPage }) => KeptDocumentsPage,
    ),
  },
  {
    path: 'content/documents/new',
    needs: ['content:write'],
    Page: lazyPage(
      () => import('./documents/document-page.tsx'),
      ({ NewDocumentPage }) => NewDocumentPage,
    ),
  },
  {
    path: 'content/documents/types',
    needs: ['content:write'],
    Page: lazyPage(
      () => import('./documents/document-types-page.tsx'),
      ({ DocumentTypesPage }) => DocumentTypesPage,
    ),
  },
  {
    path: 'content/documents/:id',
    needs: ['content:read'],
    Page: lazyPage(
      () => import('./documents/document-page.tsx'),
      ({ OperatorDocumentPage }) => OperatorDocumentPage,
    ),
  },
];
