import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import row from '#web/ui/layout/sections.module.css';
import { ITEM_KINDS } from './item-kinds.ts';

/** The part of the path of the wardrobes' pages. */
export const WARDROBES_SLUG = 'wardrobes';

/** The part of the path of the rules of approval. */
export const APPROVAL_RULES_SLUG = 'approval-rules';

/** The part of the path of the webhooks. */
export const WEBHOOKS_SLUG = 'webhooks';

const SECTIONS = [
  ...ITEM_KINDS,
  { slug: WARDROBES_SLUG, title: 'Wardrobes' },
  { slug: APPROVAL_RULES_SLUG, title: 'Approval rules' },
  { slug: WEBHOOKS_SLUG, title: 'Webhooks' },
];

/** Links to the sections of the organisation's structure. */
export function StructureNav({ current }: { current: string }) {
  const sections = useRef<HTMLElement>(null);
  // On a phone not all links fit: scroll to the current one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link depends on the path
  useEffect(() => {
    sections.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [current]);
  return (
    <nav ref={sections} className={row.sections} aria-label="Structure">
      {SECTIONS.map(({ slug, title }) => (
        <Link key={slug} to={paths.structure(slug)} preventScrollReset aria-current={slug === current ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
