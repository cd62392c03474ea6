import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { MenuButton } from '#web/ui/buttons/menu-button.tsx';
import { RecordRow } from '#web/ui/content/record-row.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { DeadlinesDialog, DeleteRuleDialog, ProductRuleDialog, RuleDialog } from './approval-rule-dialogs.tsx';
import {
  type ApprovalRule,
  type ApprovalRuleKind,
  describeRuleOrders,
  describeRulePeople,
  RULE_KINDS,
} from './approval-rule-texts.ts';
import css from './approval-settings.module.css';

type Open =
  | { action: 'add'; kind: ApprovalRuleKind }
  | { action: 'edit' | 'delete'; rule: ApprovalRule }
  | { action: 'deadlines' }
  | undefined;

/** Which orders need approval, and what happens to those on which no one decides. */
export function ApprovalRulesPage() {
  const { data, error, refetch } = useQuery(apiQuery('GET /api/approvalrules'));
  const caller = useCaller();
  const canEdit = caller?.adminableOrganisationGroupIds.length === 0;
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        title="Approval rules"
        tab="Approval rules – Settings"
        actions={
          canEdit && (
            <Button component={Link} to={paths.delegations()} variant="default">
              Delegations
            </Button>
          )
        }
      >
        Which orders someone has to approve before they go to the warehouse.
      </PageHeader>
      <div className={css.notice}>
        <Notice>
          {canEdit
            ? 'A change applies to orders placed from now on. '
            : 'These rules apply to all groups, so only an administrator of the whole organisation can change them. '}
          Orders beyond the entitlement follow the wardrobe’s own approval setting.
        </Notice>
      </div>
      {data === undefined ? (
        error ? (
          <ErrorState title="The approval rules could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading approval rules">
            <SkeletonRows rows={4} height={72} />
          </PageLoading>
        )
      ) : (
        <>
          <Group justify="space-between" gap="8px 16px" mb="md">
            <Text size="sm" c="dimmed">
              {plural(data.approvalRules.length, 'rule')}
            </Text>
            {canEdit && (
              <MenuButton label="Add a rule">
                {(Object.keys(RULE_KINDS) as ApprovalRuleKind[]).map((kind) => (
                  <Menu.Item key={kind} onClick={() => setOpen({ action: 'add', kind })}>
                    {RULE_KINDS[kind]}
                  </Menu.Item>
                ))}
              </MenuButton>
            )}
          </Group>
          <Card flush className={css.list}>
            {data.approvalRules.length === 0 ? (
              <EmptyState title="No rules yet">Orders go straight to the warehouse until you add a rule.</EmptyState>
            ) : (
              <Stack component="ul" gap={0} role="list" aria-label="Approval rules">
                {data.approvalRules.map((rule) => (
                  <RuleRow
                    key={rule.id}
                    rule={rule}
                    currencyCode={data.currencyCode}
                    canEdit={canEdit}
                    onOpen={(action) => setOpen({ action, rule })}
                  />
                ))}
              </Stack>
            )}
          </Card>
          <Card
            title="If no one decides"
            action={
              canEdit && (
                <Button
                  variant="default"
                  size="compact-md"
                  aria-haspopup="dialog"
                  onClick={() => setOpen({ action: 'deadlines' })}
                >
                  Edit days
                </Button>
              )
            }
          >
            <p>
              Approvers are reminded the next working day. After {plural(data.settings.escalationDays, 'day')} we also ask all
              administrators of the whole organisation. After {plural(data.settings.expiryDays, 'day')} the order is cancelled and
              the wearer is emailed.
            </p>
          </Card>
          {open?.action === 'add' &&
            (open.kind === 'product' ? (
              <ProductRuleDialog marked={listMarked(data.approvalRules)} onClose={close} />
            ) : (
              <RuleDialog kind={open.kind} onClose={close} />
            ))}
          {open?.action === 'edit' && (
            <RuleDialog
              kind={open.rule.kind}
              // As it is now: someone else may have changed it while the dialog is open.
              rule={data.approvalRules.find(({ id }) => id === open.rule.id) ?? open.rule}
              onClose={close}
            />
          )}
          {open?.action === 'delete' && <DeleteRuleDialog rule={open.rule} currencyCode={data.currencyCode} onClose={close} />}
          {open?.action === 'deadlines' && <DeadlinesDialog settings={data.settings} onClose={close} />}
        </>
      )}
    </>
  );
}

/** The products that need approval for everyone already. */
const listMarked = (rules: readonly ApprovalRule[]): number[] =>
  rules.flatMap(({ productId, organisationGroupId }) => (productId !== null && organisationGroupId === null ? [productId] : []));

interface RuleRowProps {
  rule: ApprovalRule;
  currencyCode: string;
  canEdit: boolean;
  onOpen: (action: 'edit' | 'delete') => void;
}

function RuleRow({ rule, currencyCode, canEdit, onOpen }: RuleRowProps) {
  const orders = describeRuleOrders(rule, currencyCode);
  const people = describeRulePeople(rule);
  const about = `${orders}, ${people.toLowerCase()}`;
  return (
    <RecordRow
      name={orders}
      actions={
        canEdit && (
          <>
            <Button
              variant="default"
              size="compact-md"
              aria-label={`Edit ${about}`}
              aria-haspopup="dialog"
              onClick={() => onOpen('edit')}
            >
              Edit
            </Button>
            <Button
              variant="default"
              size="compact-md"
              aria-label={`Delete ${about}`}
              aria-haspopup="dialog"
              onClick={() => onOpen('delete')}
            >
              Delete
            </Button>
          </>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {people}
      </Text>
    </RecordRow>
  );
}
