import { ImportantNotices } from './important-notices.tsx';
import { InformationLinks } from './information-links.tsx';
import { PortalTopics } from './portal-topics.tsx';

/** What the frame shows of topics, loaded together. */
export const frameParts = { ImportantNotices, InformationLinks, PortalTopics };
