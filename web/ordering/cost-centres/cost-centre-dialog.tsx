import { useQueryClient } from '@tanstack/react-query';
import { api, invalidateCalls } from '#web/app/api.ts';
import type { EditableValues } from '#web/app/optimistic-concurrency.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { RecordDialog, type RecordPayload } from '#web/organisation/structure/record-dialog.tsx';
import type { RecordField } from '#web/organisation/structure/record-field.tsx';
import type { CostCentre } from './cost-centres-list.tsx';

interface Props {
  /** Undefined: a new one is added. */
  costCentre: CostCentre | undefined;
  groups: readonly { id: number; name: string }[];
  onClose: () => void;
}

const listFields = (groups: Props['groups']): readonly RecordField[] => [
  { name: 'code', label: 'Code', hint: 'As it is in your books, for example 4711.', type: 'text', required: true },
  { name: 'name', label: 'Name', type: 'text', required: true },
  ...(groups.length > 0
    ? [
        {
          ...{ name: 'groupIds', label: 'Who can choose it', hint: 'Leave empty for everyone.', type: 'choices' as const },
          options: groups.map(({ id, name }) => ({ value: id, label: name })),
        },
      ]
    : []),
  { name: 'validFrom', label: 'First day (optional)', type: 'day' },
  { name: 'validUntil', label: 'Last day (optional)', type: 'day' },
  {
    ...{ name: 'seasonLimit', label: 'Amount per season (optional)', type: 'money' },
    hint: 'Excluding tax. With an approval rule for cost centres, an order that exceeds it needs approval.',
  },
];

const toValues = (costCentre: CostCentre | undefined): EditableValues => ({
  code: costCentre?.code ?? '',
  name: costCentre?.name ?? '',
  groupIds: costCentre?.groups.map(({ id }) => id) ?? [],
  validFrom: costCentre?.validFrom ?? '',
  validUntil: costCentre?.validUntil ?? '',
  seasonLimit: costCentre?.seasonLimit == null ? '' : String(costCentre.seasonLimit),
});

/** A day that has been emptied is sent as none. */
const toBody = (payload: RecordPayload) =>
  Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, value === '' && name.startsWith('valid') ? null : value]),
  );

/** Adds or changes a cost centre. */
export function CostCentreDialog({ costCentre, groups, onClose }: Props) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const id = costCentre?.id;
  return (
    <RecordDialog
      title={costCentre ? `Edit ${costCentre.code}` : 'Add a cost centre'}
      closeLabel="Close without saving"
      submitLabel={costCentre ? 'Save cost centre' : 'Add cost centre'}
      draftKey={`cost-centre.${id ?? 'new'}`}
      fields={listFields(groups)}
      saved={toValues(costCentre)}
      {...(costCentre && { version: costCentre.version })}
      save={async (payload) => {
        const body = toBody(payload);
        if (id !== undefined) await api('PUT /api/costcentres/:id', { params: { id }, body });
        else await api('POST /api/costcentres', { body: body as never, headers: keyOf(body) });
        await invalidateCalls(client, 'GET /api/costcentres');
      }}
      reload={async () => {
        if (id === undefined) return undefined;
        await invalidateCalls(client, 'GET /api/costcentres');
        return (await api('GET /api/costcentres/:id', { params: { id } })).costCentre.version;
      }}
      savedMessage={(name) => `${name} ${costCentre ? 'saved' : 'added'}.`}
      onClose={onClose}
    />
  );
}
