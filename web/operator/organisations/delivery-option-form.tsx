import { Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { isWholeMinorUnits, parseNumber } from '#web/ui/forms/parse-number.ts';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { MONEY_HELP, toMoneyText } from '../payments/parse-money.ts';
import { operatorApi, operatorQuery } from '../session/operator-api.ts';

type DeliverySettingsReply = ReplyOf<'GET /api/operator/organisations/:id/deliveryoptions'>;
export type DeliverySettings = DeliverySettingsReply['deliveryOptions'];
export type KeptDelivery = DeliverySettings['options'][number];

interface Props {
  organisationId: number;
  settings: DeliverySettings;
  /** Undefined: a new one is added. */
  option: KeptDelivery | undefined;
  onClose: () => void;
}

const LARGEST = 1_000_000;
const isPrice = (amount: number) => amount >= 0 && amount <= LARGEST && isWholeMinorUnits(amount);
const toNumberOrNull = (text: string) => (text.trim() === '' ? null : parseNumber(text));

const getInitial = (option: KeptDelivery | undefined) => ({
  name: option?.name ?? '',
  description: option?.description ?? '',
  rate: option ? toMoneyText(option.rate) : '',
  freeFrom: option?.freeFrom == null ? '' : toMoneyText(option.freeFrom),
  kind: option?.kind ?? ('sent' as const),
  collectFrom: option?.collectFrom ?? '',
  openingHours: option?.openingHours ?? '',
  cutOff: option?.cutOff ?? '',
  transitDays: option?.transitDays == null ? '' : String(option.transitDays),
  roleIds: option?.roleIds ?? [],
  isDefault: option?.isDefault ?? false,
  isOffered: option?.isOffered ?? true,
});
type Values = ReturnType<typeof getInitial>;

const LABELS: Readonly<Record<keyof Values, string>> = {
  name: 'Name',
  description: 'Description',
  rate: 'Price',
  freeFrom: 'Free from',
  kind: 'Kind',
  collectFrom: 'Collect from',
  openingHours: 'Opening hours',
  cutOff: 'Cut-off time',
  transitDays: 'Working days in transit',
  roleIds: 'Who may choose it',
  isDefault: 'Default',
  isOffered: 'Offered',
};

const KIND_WORDS: Readonly<Record<string, string>> = { sent: 'Sent', collected: 'Collected' };

/** A value as it is shown where someone else has saved another one. */
function toText(value: Values[keyof Values], { roles }: DeliverySettings): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return KIND_WORDS[value] ?? value;
  return nameRoles(value, roles);
}

/** "Everyone", or the names of roles. */
export const nameRoles = (roleIds: readonly number[], roles: DeliverySettings['roles']): string =>
  roleIds.length === 0
    ? 'Everyone'
    : roles
        .filter(({ id }) => roleIds.includes(id))
        .map(({ name }) => name)
        .join(', ');

function findProblems({ name, rate, freeFrom, kind, collectFrom, transitDays, isDefault, isOffered, roleIds }: Values) {
  const from = toNumberOrNull(freeFrom);
  const days = transitDays.trim() === '' ? 0 : Number(transitDays);
  return {
    ...(name.trim() === '' && { name: 'Enter a name, such as Next working day' }),
    ...((rate.trim() === '' || !isPrice(parseNumber(rate))) && { rate: MONEY_HELP }),
    ...(from !== null && !isPrice(from) && { freeFrom: MONEY_HELP }),
    ...(!(Number.isInteger(days) && days >= 0 && days <= 365) && { transitDays: 'Enter a whole number of days from 0 to 365' }),
    ...(kind === 'collected' && collectFrom.trim() === '' && { collectFrom: 'Enter where it is collected' }),
    ...(isDefault && (!isOffered || roleIds.length > 0) && { isDefault: 'The default must be offered to everyone' }),
  };
}

/** Adds or changes a way of delivery. */
export function DeliveryOptionForm({ organisationId, settings, option, onClose }: Props) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const query = operatorQuery('GET /api/operator/organisations/:id/deliveryoptions', { params: { id: organisationId } });
  const form = useEntityForm<Values, DeliverySettingsReply>({
    draftKey: `delivery-option.${organisationId}.${option?.id ?? 'new'}`,
    saved: getInitial(option),
    version: option?.version,
    validate: findProblems,
    save: ({ values, changed, expectedVersion }) => {
      const fields = {
        description: values.description.trim() || null,
        rate: parseNumber(values.rate),
        freeFrom: toNumberOrNull(values.freeFrom),
        kind: values.kind,
        collectFrom: values.collectFrom.trim() || null,
        openingHours: values.openingHours.trim() || null,
        cutOff: values.cutOff || null,
        transitDays: toNumberOrNull(values.transitDays),
        roleIds: values.roleIds,
        isDefault: values.isDefault,
        isOffered: values.isOffered,
      };
      if (option)
        return operatorApi('PUT /api/operator/organisations/:id/deliveryoptions/:deliveryOptionId', {
          params: { id: organisationId, deliveryOptionId: option.id },
          body: {
            ...Object.fromEntries(changed.flatMap((name) => (name === 'name' ? [] : [[name, fields[name]]]))),
            version: expectedVersion,
          },
        });
      const body = { name: values.name.trim(), ...fields };
      return operatorApi('POST /api/operator/organisations/:id/deliveryoptions', {
        params: { id: organisationId },
        body,
        headers: keyOf(body),
      });
    },
    reload: async () => {
      const { deliveryOptions } = await client.fetchQuery({ ...query, staleTime: 0 });
      return deliveryOptions.options.find(({ id }) => id === option?.id)?.version;
    },
    onSaved: (saved) => {
      client.setQueryData(query.queryKey, saved);
      showSuccess('The delivery option has been saved.');
      onClose();
    },
    onUnchanged: onClose,
  });
  const { values, set } = form;
  const text = (
    field: 'name' | 'description' | 'rate' | 'freeFrom' | 'transitDays' | 'collectFrom' | 'openingHours' | 'cutOff',
  ) => ({
    autoComplete: 'off',
    ...form.getInputProps(field),
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices
        conflicts={form.conflicts.map(({ name, mine, theirs }) => ({
          name,
          label: LABELS[name],
          mine: toText(mine, settings),
          theirs: toText(theirs, settings),
        }))}
        onUseSaved={(name) => form.acceptTheirs(name as keyof Values)}
        otherErrors={form.otherErrors}
      />
      {!option && (
        <TextInput
          {...text('name')}
          label="Name"
          description="It appears on orders and can’t be changed later."
          maxLength={100}
        />
      )}
      <TextInput {...text('description')} label="Description (optional)" maxLength={300} />
      <TextInput {...text('rate')} label={`Price (${settings.currencyCode}, excl. tax)`} inputMode="decimal" />
      <TextInput
        {...text('freeFrom')}
        label="Free from (optional)"
        description="Value of the goods, excluding tax. Leave blank if it is never free."
        inputMode="decimal"
      />
      <Checkbox
        name="kind"
        checked={values.kind === 'collected'}
        onChange={(isCollected) => set({ kind: isCollected ? 'collected' : 'sent' })}
      >
        Collected: nothing is sent
      </Checkbox>
      {values.kind === 'collected' && (
        <>
          <TextInput {...text('collectFrom')} label="Collect from" description="Shown in emails." maxLength={300} />
          <TextInput {...text('openingHours')} label="Opening hours (optional)" maxLength={300} />
        </>
      )}
      <TextInput
        {...text('cutOff')}
        type="time"
        label="Cut-off time (optional)"
        description={`Orders before it ${values.kind === 'collected' ? 'are ready' : 'leave'} on the same working day, others on the next one.`}
      />
      <TextInput
        {...text('transitDays')}
        label={
          values.kind === 'collected' ? 'Working days until it can be collected (optional)' : 'Working days in transit (optional)'
        }
        inputMode="numeric"
        maxLength={3}
      />
      <Stack component="fieldset" gap={6}>
        <Text component="legend" fw={600} pb={4}>
          Who may choose it
        </Text>
        <Text size="sm" c="dimmed">
          Leave empty for everyone.
        </Text>
        {settings.roles.map(({ id, name }) => (
          <Checkbox
            key={id}
            name={`role-${id}`}
            checked={values.roleIds.includes(id)}
            onChange={(checked) =>
              set({ roleIds: checked ? [...values.roleIds, id] : values.roleIds.filter((other) => other !== id) })
            }
          >
            {name}
          </Checkbox>
        ))}
      </Stack>
      <Checkbox
        name="isDefault"
        checked={values.isDefault}
        error={form.getInputProps('isDefault').error}
        onChange={(isDefault) => set({ isDefault })}
      >
        Default: the only option for wearers who see no prices
      </Checkbox>
      <Checkbox name="isOffered" checked={values.isOffered} onChange={(isOffered) => set({ isOffered })}>
        Offered
      </Checkbox>
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        {option ? 'Save delivery option' : 'Add delivery option'}
      </FormButtons>
    </StackedForm>
  );
}
