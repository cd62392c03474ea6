import { Stack, Text } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { formatAmount } from '#web/entitlement/reasoning.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import css from './entitlement-preview.module.css';

type Preview = ReplyOf<'POST /api/customers/:id/entitlementpreview'>['preview'];
type Change = Preview['changes'][number];

interface Props {
  /** Undefined while it is loaded. */
  preview: Preview | undefined;
  error: Error | null;
  /** First name of the person whose page it is; absent for a selection of people. */
  name?: string;
}

const countPeople = (count: number) => `${formatNumber(count)} ${count === 1 ? 'person' : 'people'}`;

/** How the calls that preview a change are queried: each time anew, because orders and other changes decide the result too. */
export const previewQueryOptions = { staleTime: 0, gcTime: 0, retry: false } as const;

/** What a change that has not been saved yet would make of people's entitlement. */
export function EntitlementPreview({ preview, error, name }: Props) {
  const currencyCode = useProfile()?.currencyCode ?? 'GBP';
  if (error)
    return (
      <Notice tone="danger" role="status">
        {error.message}
      </Notice>
    );
  if (!preview)
    return (
      <Loading label="Loading the preview">
        <SkeletonText lines={3} />
      </Loading>
    );
  const { people, previewed, affected, changes, moreChanges, refusals } = preview;
  return (
    <Stack component="section" gap="sm" aria-label="Preview">
      <h3 className={css.title}>What changes when you save</h3>
      {affected === 0 && refusals.length === 0 && (
        <Text size="sm" c="dimmed">
          {name ? `${name} is` : 'These people are'} owed the same as now.
        </Text>
      )}
      {changes.map((change) => (
        <ChangeTable key={JSON.stringify(change)} change={change} isOnePerson={name !== undefined} currencyCode={currencyCode} />
      ))}
      {moreChanges > 0 && (
        <Text size="sm" c="dimmed">
          {plural(moreChanges, 'other change', 'other changes')} for fewer people.
        </Text>
      )}
      {previewed < people && (
        <Text size="sm" c="dimmed">
          This preview covers the first {formatNumber(previewed)} of {formatNumber(people)} people.
        </Text>
      )}
      <Excesses preview={preview} name={name} currencyCode={currencyCode} />
      {refusals.map(({ reason, count }) => (
        <Notice key={reason} tone="warning">
          {countPeople(count)} will not be changed. {reason}
        </Notice>
      ))}
    </Stack>
  );
}

interface ChangeTableProps {
  change: Change;
  isOnePerson: boolean;
  currencyCode: string;
}

/** A wardrobe before and after the change. */
function ChangeTable({ change, isOnePerson, currencyCode }: ChangeTableProps) {
  const { collectionName, seasonName, people, rows } = change;
  const format = (owed: Change['rows'][number]['before'], unit: string) => {
    if (owed === null) return '–';
    return owed.amount === null ? 'no limit' : formatAmount(owed.amount, unit, currencyCode);
  };
  const title = [collectionName, seasonName].filter(Boolean).join(' · ');
  return (
    <table className={css.table}>
      <caption>
        {title}
        {!isOnePerson && (
          <Text span size="sm" c="dimmed">
            {' '}
            {countPeople(people)}
          </Text>
        )}
      </caption>
      <thead>
        <tr>
          <th scope="col">{isOnePerson ? 'Owed' : 'Owed to each'}</th>
          <th scope="col">Now</th>
          <th scope="col">Then</th>
          <th scope="col">{isOnePerson || people === 1 ? 'Ordered' : 'Ordered in all'}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, label, unit, before, after, reserved, used }) => (
          <tr key={`${kind}/${unit}/${label}`}>
            <th scope="row">{kind === 'budget' ? 'Budget' : label}</th>
            <td>{format(before, unit)}</td>
            <td data-changed={format(before, unit) !== format(after, unit) || undefined}>{format(after, unit)}</td>
            <td>{formatAmount(reserved + used, unit, currencyCode)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Excesses({ preview, name, currencyCode }: { preview: Preview; name: string | undefined; currencyCode: string }) {
  const { excesses, moreExcesses } = preview;
  if (excesses.length === 0) return null;
  const people = new Set(excesses.map(({ customerId }) => customerId)).size;
  const who = name ? `${name} has` : `${countPeople(people)} ${people === 1 ? 'has' : 'have'}`;
  return (
    <Notice tone="warning">
      {who} ordered more than will be owed. Existing orders stay, but no more can be ordered.
      <ul className={css.list}>
        {excesses.map(({ customerId, customerName, collectionName, label, unit, taken, owed }) => (
          <li key={`${customerId}/${collectionName}/${unit}/${label}`}>
            {!name && `${customerName}: `}
            {label}, {formatAmount(taken, unit, currencyCode)} ordered, {formatAmount(owed, unit, currencyCode)} owed
          </li>
        ))}
      </ul>
      {moreExcesses > 0 && `And ${formatNumber(moreExcesses)} more.`}
    </Notice>
  );
}
