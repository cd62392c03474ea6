import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../session/operator-api.ts';
import css from './personalisation.module.css';
import { UnfittingTexts } from './unfitting-texts.tsx';

type Reply = ReplyOf<'GET /api/operator/products/:id/positions'>;
type ProductPositions = Reply['productPositions'];

const queryOf = (id: number) => operatorQuery('GET /api/operator/products/:id/positions', { params: { id } });

/** What can be put on a product, and where. It saves by itself, and is not drawn again with each key that is typed into the form beside it. */
export const ProductPositionsCard = memo(function ProductPositionsCard({ id, isReadOnly }: { id: number; isReadOnly: boolean }) {
  const { data, error, refetch } = useQuery(queryOf(id));
  return (
    <Card title="Personalisation">
      {data ? (
        <PositionsForm id={id} isReadOnly={isReadOnly} positions={data.productPositions} />
      ) : error ? (
        <ErrorState title="The positions could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the positions">
          <SkeletonText lines={4} />
        </Loading>
      )}
    </Card>
  );
});

interface Values {
  /** By position, its methods: `12: [10, 20]`. */
  methods: Record<string, number[]>;
  isRequired: boolean;
}

const toValues = ({ positions, isRequired }: ProductPositions): Values => ({
  methods: Object.fromEntries(positions.map(({ id, methodIds }) => [id, methodIds])),
  isRequired,
});

const toBody = ({ methods, isRequired }: Values) => ({
  isRequired,
  positions: Object.entries(methods)
    .filter(([, methodIds]) => methodIds.length > 0)
    .map(([positionId, methodIds]) => ({ positionId: Number(positionId), methodIds })),
});

function PositionsForm({ id, isReadOnly, positions }: { id: number; isReadOnly: boolean; positions: ProductPositions }) {
  const client = useQueryClient();
  const query = queryOf(id);
  const { methods, garment, cartLines } = positions;
  const form = useEntityForm<Values, Reply>({
    draftKey: `product-positions.${id}`,
    saved: toValues(positions),
    version: positions.version,
    save: ({ values, expectedVersion }) =>
      operatorApi('PUT /api/operator/products/:id/positions', {
        params: { id },
        body: { ...toBody(values), version: expectedVersion },
      }),
    getVersion: (reply) => reply.productPositions.version,
    reload: async () => (await client.fetchQuery({ ...query, staleTime: 0 })).productPositions.version,
    onSaved: async (reply) => {
      client.setQueryData(query.queryKey, reply);
      showSuccess('What can be put on the product has been saved.');
      await invalidateOperatorCalls(client, 'GET /api/operator/products/:id/history');
    },
  });
  const { values, set } = form;
  if (positions.positions.length === 0)
    return (
      <Text c="dimmed">
        {garment === null
          ? 'Its type of garment has no drawing, so it can’t be personalised.'
          : `The type “${garment}” has no positions yet.`}{' '}
        <Link to={operatorPaths.positions}>Positions on garments</Link>
      </Text>
    );
  const isPossible = Object.values(values.methods).some((methodIds) => methodIds.length > 0);
  const toggle = (positionId: number, methodId: number, isChosen: boolean) => {
    const others = (values.methods[positionId] ?? []).filter((other) => other !== methodId);
    const chosen = isChosen ? [...others, methodId].sort((a, b) => a - b) : others;
    set({ methods: { ...values.methods, [positionId]: chosen } });
  };
  return (
    <StackedForm gap={10} {...form.formProps}>
      <FormNotices
        conflicts={form.conflicts.map(({ name }) => ({
          ...{ name, label: name === 'methods' ? 'Positions' : 'Required', mine: 'yours', theirs: 'changed by someone else' },
        }))}
        onUseSaved={(name) => form.acceptTheirs(name as keyof Values)}
        otherErrors={form.otherErrors}
      />
      <Text size="sm" c="dimmed">
        {isPossible
          ? `Methods by position of the type “${garment}”.`
          : 'Not possible. Choose a method at a position to allow it.'}
      </Text>
      <div>
        {positions.positions.map((position) => (
          <fieldset key={position.id} className={css.fieldset} disabled={isReadOnly}>
            <legend>{position.name}</legend>
            <div className={css.methods}>
              {methods
                .filter((method) => method.isActive || position.methodIds.includes(method.id))
                .map((method) => (
                  <Checkbox
                    key={method.id}
                    name={`position-${position.id}-${method.id}`}
                    disabled={isReadOnly}
                    checked={values.methods[position.id]?.includes(method.id) ?? false}
                    onChange={(isChosen) => toggle(position.id, method.id, isChosen)}
                  >
                    {method.name}
                  </Checkbox>
                ))}
            </div>
          </fieldset>
        ))}
      </div>
      <Checkbox
        name="isRequired"
        disabled={isReadOnly || (!isPossible && !values.isRequired)}
        checked={values.isRequired}
        error={form.errors.isRequired}
        onChange={(isRequired) => set({ isRequired })}
      >
        Required: it can’t be ordered without a logo or text
      </Checkbox>
      {form.isDirty && cartLines > 0 && (
        <Text size="sm">
          {`${plural(cartLines, 'line')} of open carts ${cartLines === 1 ? 'has' : 'have'} a design for it. Where it is no longer possible, the cart says so.`}
        </Text>
      )}
      <UnfittingTexts
        change={form.isDirty ? JSON.stringify([id, toBody(values)]) : undefined}
        load={() =>
          operatorApi('PUT /api/operator/products/:id/positions', { params: { id }, body: { ...toBody(values), preview: true } })
        }
      />
      {!isReadOnly && form.isDirty && (
        <FormButtons isSaving={form.isSaving} onCancel={form.discard} cancelLabel="Discard">
          Save personalisation
        </FormButtons>
      )}
    </StackedForm>
  );
}
