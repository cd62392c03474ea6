import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { ProductSearch } from '#web/entitlement/wardrobes/product-search.tsx';
import { RecordDialog } from '#web/organisation/structure/record-dialog.tsx';
import type { RecordField } from '#web/organisation/structure/record-field.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import {
  type ApprovalRule,
  type ApprovalRuleKind,
  describeRuleOrders,
  describeRulePeople,
  RULE_KINDS,
} from './approval-rule-texts.ts';
import css from './approval-settings.module.css';

const EFFECT = 'This applies to orders placed from now on.';

/** Everyone, and the groups of the organisation, as choices. */
function useGroupOptions(): { value: number; label: string }[] {
  const groups = useQuery(apiQuery('GET /api/organisationgroups')).data?.organisationGroups ?? [];
  return [{ value: 0, label: 'Everyone' }, ...groups.map(({ id, name }) => ({ value: id, label: `Members of ${name}` }))];
}

interface RuleDialogProps {
  kind: Exclude<ApprovalRuleKind, 'product'> | ApprovalRule['kind'];
  /** The rule to change; a new one is added without. */
  rule?: ApprovalRule;
  onClose: () => void;
}

/** Dialog for adding a rule that names no product, or for changing any. */
export function RuleDialog({ kind, rule, onClose }: RuleDialogProps) {
  const client = useQueryClient();
  const groups: RecordField = {
    name: 'organisationGroupId',
    label: 'Whose orders',
    type: 'choice',
    options: useGroupOptions(),
  };
  const amount: RecordField = {
    name: 'amount',
    label: 'Amount',
    hint: 'Goods excluding tax, plus what delivery costs beyond the default option. Orders above this amount need approval.',
    type: 'money',
    required: true,
  };
  const isAboveAmount = kind === 'aboveAmount';
  return (
    <RecordDialog
      title={rule ? 'Edit rule' : `New rule: ${RULE_KINDS[kind].toLowerCase()}`}
      closeLabel="Close without saving"
      submitLabel={rule ? 'Save rule' : 'Add rule'}
      draftKey={`approval-rule.${rule?.id ?? kind}`}
      fields={isAboveAmount ? [amount, groups] : [groups]}
      saved={{
        organisationGroupId: rule?.organisationGroupId ?? 0,
        ...(isAboveAmount && { amount: String(rule?.amount ?? '') }),
      }}
      {...(rule && { version: rule.version })}
      save={async (values) => {
        if (rule) await api('PUT /api/approvalrules/:id', { params: { id: rule.id }, body: { approvalRule: values } });
        else await api('POST /api/approvalrules', { body: { approvalRule: { ...values, kind } } });
        void invalidateCalls(client, 'GET /api/approvalrules');
      }}
      reload={async () => {
        const { approvalRules } = await client.fetchQuery({ ...apiQuery('GET /api/approvalrules'), staleTime: 0 });
        return approvalRules.find(({ id }) => id === rule?.id)?.version;
      }}
      savedMessage={() => `Rule ${rule ? 'saved' : 'added'}. ${EFFECT}`}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {kind === 'costCentre' && 'Cost centres have an amount per season: set it in Settings, Cost centres. '}
        {EFFECT}
      </Text>
    </RecordDialog>
  );
}

/** Dialog for adding a rule about a product of the range. */
export function ProductRuleDialog({ marked, onClose }: { marked: readonly number[]; onClose: () => void }) {
  const client = useQueryClient();
  const options = useGroupOptions();
  const [product, setProduct] = useState<{ productId: number; name: string }>();
  const [groupId, setGroupId] = useState(0);
  useRestoreFocus();
  const save = useMutation({
    mutationFn: (productId: number) =>
      api('POST /api/approvalrules', {
        body: { approvalRule: { kind: 'product', productId, organisationGroupId: groupId } },
      }),
    onSuccess: () => {
      showSuccess(`Rule added. ${EFFECT}`);
      onClose();
      return invalidateCalls(client, 'GET /api/approvalrules');
    },
    onError: (error) => showError(error),
  });
  return (
    <Dialog opened onClose={onClose} title="New rule: orders with a product" closeLabel="Close without saving" width={520}>
      <Stack>
        {product ? (
          <div className={css.choice}>
            <p>
              <strong>{product.name}</strong>
            </p>
            <Button variant="default" size="compact-md" onClick={() => setProduct(undefined)}>
              Choose another product
            </Button>
          </div>
        ) : (
          <div>
            <p className={css.caption}>Product</p>
            <ProductSearch chosen={groupId === 0 ? marked : []} action="Choose" onAdd={setProduct} />
          </div>
        )}
        <NativeSelect
          label="Whose orders"
          rightSection={<DownIcon size={16} />}
          value={String(groupId)}
          data={options.map(({ value, label }) => ({ value: String(value), label }))}
          onChange={({ currentTarget }) => setGroupId(Number(currentTarget.value))}
        />
        <Text size="sm" c="dimmed">
          {EFFECT}
        </Text>
        <ButtonRow>
          <Button
            loading={save.isPending}
            disabled={save.isPending || !product}
            onClick={() => product && save.mutate(product.productId)}
          >
            Add rule
          </Button>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </Stack>
    </Dialog>
  );
}

/** Asks whether a rule is to be deleted, and says what follows. */
export function DeleteRuleDialog({
  rule,
  currencyCode,
  onClose,
}: {
  rule: ApprovalRule;
  currencyCode: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  useRestoreFocus();
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/approvalrules/:id', { params: { id: rule.id } }),
    onSuccess: () => {
      showSuccess('Rule deleted.');
      onClose();
    },
    onError: (error) => showError(error),
    onSettled: () => invalidateCalls(client, 'GET /api/approvalrules'),
  });
  return (
    <Dialog opened onClose={onClose} title="Delete this rule?" closeLabel="Close without deleting" width={520}>
      <Stack>
        <p>
          {describeRuleOrders(rule, currencyCode)} ({describeRulePeople(rule).toLowerCase()}) no longer need approval because of
          this rule when they are placed from now on. Orders already waiting still need approval.
        </p>
        <ButtonRow>
          <Button loading={remove.isPending} disabled={remove.isPending} onClick={() => remove.mutate()}>
            Delete rule
          </Button>
          <Button variant="default" disabled={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </Stack>
    </Dialog>
  );
}

interface DeadlinesDialogProps {
  settings: { expiryDays: number; escalationDays: number };
  onClose: () => void;
}

/** Dialog for the days after which administrators are asked and orders are cancelled. */
export function DeadlinesDialog({ settings, onClose }: DeadlinesDialogProps) {
  const client = useQueryClient();
  return (
    <RecordDialog
      title="If no one decides"
      closeLabel="Close without saving"
      submitLabel="Save days"
      draftKey="approval-settings"
      fields={[
        {
          name: 'escalationDays',
          label: 'Days until every administrator is asked',
          hint: 'Administrators of the whole organisation. Also applies to orders already waiting.',
          type: 'number',
          required: true,
        },
        {
          name: 'expiryDays',
          label: 'Days until the order is cancelled',
          hint: 'Applies to orders placed from now on.',
          type: 'number',
          required: true,
        },
      ]}
      saved={{ ...settings }}
      save={async (values) => {
        await api('PUT /api/approvalrules/settings', { body: { settings: values as Partial<typeof settings> } });
        await invalidateCalls(client, 'GET /api/approvalrules');
      }}
      savedMessage={() => 'Days saved.'}
      onClose={onClose}
    />
  );
}
