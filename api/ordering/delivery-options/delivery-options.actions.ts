import { toMinorUnits } from '#api/catalogue/pricing/minor-units.ts';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { conflict, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { createStaleError } from '#api/platform/http/optimistic-concurrency.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { MAX_DELIVERY_OPTIONS } from '#contract/ordering/delivery-options.ts';
import {
  clearDefaultDelivery,
  type DeliveryOption,
  type DeliveryOptions,
  findDeliveryOptions,
  insertDeliveryOption,
  lockDeliveryOptions,
  updateDeliveryOption,
} from './delivery-options.queries.ts';

type Reply = ReplyOf<'GET /api/operator/organisations/:id/deliveryoptions'>;
type Input = Omit<BodyOf<'PUT /api/operator/organisations/:id/deliveryoptions/:deliveryOptionId'>, 'version'>;

/** Who changes the ways of delivery of an organisation, and in which transaction. */
interface Command {
  tx: Tx;
  operator: OperatorScope;
  organisationId: number;
  requestId: string;
}

const toReply = ({ organisationName, currencyCode, roles, options }: DeliveryOptions): Reply => ({
  deliveryOptions: {
    organisationName,
    currencyCode,
    roles,
    options: options.map(({ rateMinor, freeFromMinor, ...option }) => ({
      ...option,
      rate: toMajorUnits(rateMinor),
      freeFrom: freeFromMinor === null ? null : toMajorUnits(freeFromMinor),
    })),
  },
});

/** The ways of delivery of an organisation. Throws 404 for organisations of other brands. */
export async function readDeliveryOptions(db: Db | Tx, operator: OperatorScope, organisationId: number): Promise<Reply> {
  const found = await findDeliveryOptions(db, operator, organisationId);
  if (!found) throw notFound('organisation');
  return toReply(found);
}

async function lockAndRead({ tx, operator, organisationId }: Command): Promise<DeliveryOptions> {
  await lockDeliveryOptions(tx, organisationId);
  const found = await findDeliveryOptions(tx, operator, organisationId);
  if (!found) throw notFound('organisation');
  return found;
}

const LABELS: Readonly<Record<string, string>> = {
  description: 'Description',
  kind: 'Kind',
  cutOff: 'Cut-off time',
  collectFrom: 'Collect from',
  openingHours: 'Opening hours',
  rateMinor: 'Price',
  freeFromMinor: 'Free from',
  transitDays: 'Working days',
  roleIds: 'Roles',
  isDefault: 'Offered first',
  isOffered: 'Offered',
};

const listDifferences = (a: DeliveryOption, b: DeliveryOption): string[] =>
  (Object.keys(a) as (keyof DeliveryOption)[]).filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]));

/** Where and when it is collected; nothing where it is sent. */
const placeOf = ({ kind, collectFrom, openingHours }: Partial<Pick<Input, 'kind' | 'collectFrom' | 'openingHours'>>) =>
  kind === 'collected'
    ? { collectFrom: collectFrom?.trim() || null, openingHours: openingHours?.trim() || null }
    : { collectFrom: null, openingHours: null };

/** The option with what the input names. */
const applyInput = <O extends Omit<DeliveryOption, 'id' | 'version'>>(option: O, input: Input): O => ({
  ...option,
  ...(input.description === undefined ? {} : { description: input.description?.trim() || null }),
  ...(input.rate === undefined ? {} : { rateMinor: toMinorUnits(input.rate, 'rate') }),
  ...(input.freeFrom === undefined
    ? {}
    : { freeFromMinor: input.freeFrom === null ? null : toMinorUnits(input.freeFrom, 'freeFrom') }),
  ...(input.transitDays === undefined ? {} : { transitDays: input.transitDays }),
  ...(input.kind === undefined ? {} : { kind: input.kind }),
  ...(input.cutOff === undefined ? {} : { cutOff: input.cutOff }),
  ...placeOf({ ...option, ...input }),
  ...(input.roleIds === undefined ? {} : { roleIds: [...input.roleIds] }),
  ...(input.isDefault === undefined ? {} : { isDefault: input.isDefault }),
  ...(input.isOffered === undefined ? {} : { isOffered: input.isOffered }),
});

const LAST_FOR_EVERYONE =
  'At least one delivery option must be offered to everyone, otherwise some people could not order. Add or change another one first.';

/** Throws 422 for a role of another organisation, a default that is not for everyone and what is collected nowhere, and 409 when no way of delivery is left for everyone. */
function assertValid(
  { roles }: DeliveryOptions,
  option: Omit<DeliveryOption, 'id' | 'version'>,
  others: readonly DeliveryOption[],
) {
  if (option.roleIds.some((id) => !roles.some((role) => role.id === id)))
    throw invalid('roleIds', 'The organisation does not have this role.');
  if (option.kind === 'collected' && option.collectFrom === null)
    throw invalid('collectFrom', 'Please enter where it is collected.');
  if (option.isDefault && (option.roleIds.length > 0 || !option.isOffered))
    throw invalid('isDefault', 'The default must be offered to everyone.');
  const isForEveryone = (each: Pick<DeliveryOption, 'roleIds' | 'isOffered'>) => each.isOffered && each.roleIds.length === 0;
  if (![option, ...others].some(isForEveryone)) throw conflict('deliveryOption', LAST_FOR_EVERYONE);
}

type Recorded = Omit<DeliveryOption, 'id' | 'version'>;

const record = (
  { tx, operator, requestId }: Command,
  { organisationId, brandId }: DeliveryOptions,
  { before, after }: { before?: Recorded; after: Recorded },
) =>
  recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId, brandId },
    {
      ...{ action: 'organisation.options-changed', subjectId: String(organisationId), requestId, after: { ...after } },
      ...(before && { before: { ...before } }),
    },
  );

/** Adds a way of delivery. Throws 404, 409 and 422. */
export async function addDeliveryOption(
  command: Command,
  { name: typed, rate, ...input }: BodyOf<'POST /api/operator/organisations/:id/deliveryoptions'>,
): Promise<Reply> {
  const { tx, operator, organisationId } = command;
  const found = await lockAndRead(command);
  const name = typed.trim();
  if (found.options.length >= MAX_DELIVERY_OPTIONS)
    throw conflict('deliveryOption', `An organisation can have at most ${MAX_DELIVERY_OPTIONS} delivery options.`);
  if (found.options.some((option) => option.name === name))
    throw conflict('name', 'There is already a delivery option with this name.');
  const option = applyInput(
    {
      name,
      description: null,
      rateMinor: 0,
      freeFromMinor: null,
      transitDays: null,
      kind: 'sent',
      cutOff: null,
      collectFrom: null,
      openingHours: null,
      roleIds: [],
      isDefault: false,
      isOffered: true,
    },
    { ...input, rate },
  );
  assertValid(found, option, found.options);
  if (option.isDefault) await clearDefaultDelivery(tx, organisationId);
  await insertDeliveryOption(tx, organisationId, option);
  await record(command, found, { after: option });
  return readDeliveryOptions(tx, operator, organisationId);
}

/** Changes a way of delivery; what the input does not name stays. Throws 404, 409 and 422. */
export async function changeDeliveryOption(
  command: Command,
  deliveryOptionId: number,
  { version, ...input }: BodyOf<'PUT /api/operator/organisations/:id/deliveryoptions/:deliveryOptionId'>,
): Promise<Reply> {
  const { tx, operator, organisationId } = command;
  const found = await lockAndRead(command);
  const before = found.options.find(({ id }) => id === deliveryOptionId);
  if (!before) throw notFound('deliveryOption');
  const after = applyInput(before, input);
  // A change that was made already, by a request whose reply was lost, is no conflict.
  if (JSON.stringify(after) === JSON.stringify(before)) return toReply(found);
  if (version != null && version !== before.version)
    throw createStaleError('deliveryOption', listDifferences(before, after), (field) => LABELS[field] ?? field, { ...before });
  assertValid(
    found,
    after,
    found.options.filter(({ id }) => id !== deliveryOptionId),
  );
  if (after.isDefault && !before.isDefault) await clearDefaultDelivery(tx, organisationId);
  await updateDeliveryOption(tx, organisationId, after);
  await record(command, found, { before, after });
  return readDeliveryOptions(tx, operator, organisationId);
}
