import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import { canListPeople, useCaller } from '#web/app/session/profile.ts';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';

// Most people order for themselves.
const WearerSelect = lazy(async () => ({
  default: (await import('#web/catalogue/adhoc-list/wearer-select.tsx')).WearerSelect,
}));

/**
 * Whom a garment is made for: the person named in the address, or the one who is acted for. `id` is what calls send, undefined for the person whose pages
 * are shown; `isOwn` whether that is the person who is logged in, who alone gives measurements.
 */
export function useRequestedWearer() {
  const [search, setSearch] = useSearchParams();
  const caller = useCaller();
  const named = Number(search.get('for'));
  const acted = caller?.impersonatedCustomer ?? undefined;
  const isNamed = !acted && Number.isInteger(named) && named > 0 && named !== caller?.id;
  return {
    id: isNamed ? named : undefined,
    isOwn: !acted && !isNamed,
    actedName: acted && formatPersonName(acted),
    canChoose: caller !== undefined && canListPeople(caller),
    choose: (id: number | undefined) => setSearch(id === undefined ? {} : { for: String(id) }, { replace: true }),
  };
}

interface Props {
  wearer: ReturnType<typeof useRequestedWearer>;
  /** Name of the person in the address. */
  name: string | undefined;
}

/** The field for whom the garment is, for those who may order for others. */
export const RequestedWearer = ({ wearer: { id, canChoose, choose }, name }: Props) =>
  canChoose && (
    <Suspense fallback={<SkeletonBlock height={72} />}>
      <WearerSelect
        key={`${id} ${name}`}
        none="Me"
        value={id === undefined ? undefined : { id, name: name ?? '…' }}
        onChange={(chosen) => choose(chosen?.id)}
      />
    </Suspense>
  );
