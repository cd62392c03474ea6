import { TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { canListPeople, useCaller } from '#web/app/session/profile.ts';
import { useSearchKey } from '#web/ui/browser/use-search-key.ts';
import { SearchIcon } from '#web/ui/content/icons.tsx';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import type { Wearer } from '../products/optimistic-cart.ts';
import { AdhocChoiceFields } from './adhoc-choice.tsx';
import css from './adhoc-toolbar.module.css';
import type { useAdhocChoice } from './use-adhoc-choice.ts';

// The list is there before anyone chooses a person.
const WearerSelect = lazy(async () => ({ default: (await import('./wearer-select.tsx')).WearerSelect }));

interface Props {
  choosing: ReturnType<typeof useAdhocChoice>;
  searchLabel: string;
  search: string;
  onSearch: (search: string) => void;
  /** Moves from the search to the first product. */
  onLeaveSearch: () => void;
  wearer: Wearer | undefined;
  onWearer: (wearer: Wearer | undefined) => void;
  /** How many products there are, in words. */
  found: string | undefined;
  children?: ReactNode;
}

/** What an ad hoc list shows, and for whom it is filled in: business area, wardrobe, search, and one of the people whom the caller may order for. */
export function AdhocToolbar({ choosing, searchLabel, search, onSearch, onLeaveSearch, ...props }: Props) {
  const { wearer, onWearer, found, children } = props;
  const caller = useCaller();
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(field);
  return (
    <>
      <div className={css.choice}>
        <AdhocChoiceFields {...choosing} />
      </div>
      <div className={css.bar}>
        <TextInput
          ref={field}
          type="search"
          className={css.search}
          aria-label={searchLabel}
          aria-keyshortcuts="/"
          placeholder={searchLabel}
          leftSection={<SearchIcon size={18} />}
          maxLength={100}
          autoComplete="off"
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && search !== '') onSearch('');
            else if (event.key === 'Enter' || event.key === 'ArrowDown') onLeaveSearch();
            else return;
            event.preventDefault();
          }}
        />
        {caller && canListPeople(caller) && (
          <div className={css.wearer}>
            <Suspense fallback={<SkeletonBlock height={72} />}>
              <WearerSelect value={wearer} onChange={onWearer} />
            </Suspense>
          </div>
        )}
        {children}
        <p role="status" className={`${css.found} figures`}>
          {found}
        </p>
      </div>
    </>
  );
}
