import { Stack, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { formatAmount } from '#web/entitlement/reasoning.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import css from './entitlement-preview.module.css';

type Preview = ReplyOf<'POST /api/customers/:id/entitlementpreview'>['preview'];
type Change = Preview['changes'][number];

interface Props {
  /** Undefined while it is loaded. */
  preview: Preview | undefined;
  error: Error | null;
  /** It is of an earlier state of the form, until another one is loaded. */
  isOutdated: boolean;
  /** First name of the person whose page it is; absent for a selection of people. */
  name?: string;
  /** Whether what was ordered moves with a corrected cut. */
  moveOrdered: boolean;
  onMoveOrdered: (moveOrdered: boolean) => void;
}

const countPeople = (count: number) => `${formatNumber(count)} ${count === 1 ? 'person' : 'people'}`;

/** How the calls that preview a change are queried: each time anew, because orders and other changes decide the result too. */
export const previewQueryOptions = {
  staleTime: 0,
  gcTime: 0,
  retry: false,
  // What is asked below the form stays where it is while the answer is being previewed.
  placeholderData: keepPreviousData,
} as const;

/** What a change that has not been saved yet would make of people's entitlement. */
export function EntitlementPreview({ preview, error, isOutdated, name, moveOrdered, onMoveOrdered }: Props) {
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
  return (
    <Stack component="section" gap="sm" aria-label="Preview">
      <h3 className={css.title}>What changes when you save</h3>
      <Corrections corrections={preview.corrections} moveOrdered={moveOrdered} onMoveOrdered={onMoveOrdered} />
      {isOutdated ? (
        <Loading label="Loading the preview">
          <SkeletonText lines={3} />
        </Loading>
      ) : (
        <Outcome preview={preview} name={name} currencyCode={currencyCode} />
      )}
    </Stack>
  );
}

interface CorrectionsProps extends Pick<Props, 'moveOrdered' | 'onMoveOrdered'> {
  corrections: Preview['corrections'];
}

/** Asks whether what was ordered in a cut counts in the one that replaces it, and says what does not. */
function Corrections({ corrections, moveOrdered, onMoveOrdered }: CorrectionsProps) {
  const movable = corrections.filter((correction) => correction.movable > 0);
  const pieces = movable.reduce((sum, correction) => sum + correction.movable, 0);
  const [only] = corrections.length === 1 ? corrections : [];
  return (
    <>
      {movable.length > 0 && (
        <div>
          <Checkbox name="moveOrdered" checked={moveOrdered} onChange={onMoveOrdered}>
            {only
              ? `Count what was ordered in ${only.fromName} towards ${only.toName}`
              : 'Count what was ordered in the earlier cuts towards those that replace them'}
          </Checkbox>
          <Text size="sm" c="dimmed">
            {plural(pieces, 'piece')}, in groups of the same name. Otherwise the new cut starts with its full allowance.
          </Text>
        </div>
      )}
      {corrections.map(({ fromName, toName, staying, stayingGroups }) =>
        staying === 0 ? null : (
          <Text key={`${fromName}/${toName}`} size="sm" c="dimmed">
            {plural(staying, 'piece')} in {stayingGroups.join(', ')} {staying === 1 ? 'stays' : 'stay'} in {fromName}: {toName}{' '}
            has no group of the same name.
          </Text>
        ),
      )}
    </>
  );
}

function Outcome({ preview, name, currencyCode }: { preview: Preview; name: string | undefined; currencyCode: string }) {
  const { people, previewed, affected, changes, moreChanges, refusals } = preview;
  return (
    <>
      {affected === 0 && refusals.length === 0 && (
        <Text size="sm" c="dimmed">
          The entitlement{name ? ` of ${name}` : ''} stays the same.
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
    </>
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
          <th scope="col">{isOnePerson ? 'Entitlement' : 'Entitlement of each'}</th>
          <th scope="col">Now</th>
          <th scope="col">After</th>
          <th scope="col">{isOnePerson || people === 1 ? 'Ordered' : 'Ordered in total'}</th>
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
      {who} ordered more than the new entitlement. Existing orders stay, but no more can be ordered.
      <ul className={css.list}>
        {excesses.map(({ customerId, customerName, collectionName, label, unit, taken, owed }) => (
          <li key={`${customerId}/${collectionName}/${unit}/${label}`}>
            {!name && `${customerName}: `}
            {label}, {formatAmount(taken, unit, currencyCode)} ordered, entitlement {formatAmount(owed, unit, currencyCode)}
          </li>
        ))}
      </ul>
      {moreExcesses > 0 && `And ${formatNumber(moreExcesses)} more.`}
    </Notice>
  );
}
