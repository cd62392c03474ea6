import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#web/app/api.ts';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { MoveAnnouncement, MoveHandle } from '#web/ui/lists/move-handle.tsx';
import { useReorder } from '#web/ui/lists/use-reorder.ts';
import { GroupSection } from './group-section.tsx';
import { PartActions } from './part-actions.tsx';
import {
  type Option,
  type SuperGroup,
  useWardrobeChange,
  type Wardrobe,
  type WardrobeGroup,
  wardrobeQuery,
} from './wardrobe-data.ts';
import type { WardrobeDialogs } from './wardrobe-dialogs.tsx';
import { calculateTotals } from './wardrobe-totals.ts';
import css from './wardrobes.module.css';

type Block = { key: string; group: WardrobeGroup } | { key: string; superGroup: SuperGroup; groups: readonly WardrobeGroup[] };

/** Groups that everyone has, and either/ors with their groups, each at the position of its first group; empty either/ors come last. */
function listBlocks({ collectionGroups, superGroups }: Wardrobe): Block[] {
  const blockOf = (superGroup: SuperGroup): Block => {
    const optionIds = superGroup.options.map(({ id }) => id);
    const groups = collectionGroups.filter(({ superGroupOptionId }) => optionIds.includes(superGroupOptionId ?? 0));
    return { key: `s${superGroup.id}`, superGroup, groups };
  };
  const eitherOrs = superGroups.map(blockOf);
  const blocks = collectionGroups.map(
    (group): Block =>
      eitherOrs.find((block) => 'groups' in block && block.groups.includes(group)) ?? { key: `g${group.id}`, group },
  );
  return [...new Set([...blocks, ...eitherOrs])];
}

const groupsOf = (block: Block) => ('group' in block ? [block.group] : block.groups);

interface Props {
  wardrobe: Wardrobe;
  open: WardrobeDialogs['open'];
}

/** Groups and either/ors of a wardrobe in their order, with what a wearer gets in total. */
export function WardrobeContents({ wardrobe, open }: Props) {
  const client = useQueryClient();
  const blocks = listBlocks(wardrobe);
  const { mutate } = useWardrobeChange(wardrobe.id, (next: readonly Block[]) =>
    api('PUT /api/organisation/wardrobes/:id/order', {
      params: { id: wardrobe.id },
      body: {
        // That of the last change, which may have been made since the page was rendered.
        version: client.getQueryData(wardrobeQuery(wardrobe.id).queryKey)?.wardrobe.version ?? wardrobe.version,
        collectionGroupIds: next.flatMap((block) => groupsOf(block).map(({ id }) => id)),
        superGroupIds: next.flatMap((block) => ('superGroup' in block ? [block.superGroup.id] : [])),
      },
    }),
  );
  const reorder = useReorder(
    blocks.map(({ key }) => key),
    (keys) => mutate(keys.flatMap((key) => blocks.filter((block) => block.key === key))),
  );
  const handleOf = (key: string, name: string) => wardrobe.canEdit && <MoveHandle {...reorder.handle(key, name)} />;
  const add = wardrobe.canEdit && (
    <ButtonRow>
      <Button variant="default" leftSection={<PlusIcon size={18} />} onClick={() => open({ action: 'newGroup' })}>
        Add group
      </Button>
      <Button variant="default" onClick={() => open({ action: 'newSuperGroup' })}>
        Add either/or
      </Button>
    </ButtonRow>
  );
  if (blocks.length === 0)
    return (
      <Card flush>
        <EmptyState title="No groups yet" action={add}>
          A group is a kind of garment, such as shirts: its products, and how many pieces each wearer gets.
        </EmptyState>
      </Card>
    );
  return (
    <Card flush>
      <MoveAnnouncement>{reorder.announcement}</MoveAnnouncement>
      <Stack component="ul" gap={0} role="list" aria-label="Groups">
        {blocks.map((block) => (
          <li key={block.key} className={css.block} {...reorder.item(block.key)}>
            {'group' in block ? (
              <GroupSection
                wardrobe={wardrobe}
                group={block.group}
                heading="h2"
                handle={handleOf(block.key, block.group.name)}
                open={open}
              />
            ) : (
              <SuperGroupSection
                wardrobe={wardrobe}
                superGroup={block.superGroup}
                groups={block.groups}
                handle={handleOf(block.key, block.superGroup.name)}
                open={open}
                onReorder={(groups) => mutate(blocks.map((one) => (one.key === block.key ? { ...block, groups } : one)))}
              />
            )}
          </li>
        ))}
      </Stack>
      <div className={css.foot}>
        {add || <span />}
        <Totals wardrobe={wardrobe} />
      </div>
    </Card>
  );
}

/** "14 pieces each · £408.85 to £431.65 excl. tax". */
function Totals({ wardrobe }: { wardrobe: Wardrobe }) {
  const { pieces, price, incomplete } = calculateTotals(wardrobe);
  const money = (amount: number) => formatMoney(amount, wardrobe.currencyCode);
  const count = pieces[0] === pieces[1] ? plural(pieces[0], 'piece') : `${pieces[0]} to ${pieces[1]} pieces`;
  const amount = price[0] === price[1] ? money(price[0]) : `${money(price[0])} to ${money(price[1])}`;
  return (
    <p className="figures">
      <strong>{count}</strong> each · {amount} excl. tax
      {incomplete > 0 && (
        <Text span size="sm" c="dimmed">
          {' '}
          · without {plural(incomplete, 'group')} that {incomplete === 1 ? 'has' : 'have'} no number or price
        </Text>
      )}
    </p>
  );
}

interface SuperGroupSectionProps extends Props {
  superGroup: SuperGroup;
  groups: readonly WardrobeGroup[];
  handle: React.ReactNode;
  /** Called with all groups of the either/or in their new order. */
  onReorder: (groups: readonly WardrobeGroup[]) => void;
}

const describeChoice = ({ minSelect, maxSelect }: SuperGroup) =>
  minSelect === maxSelect ? (maxSelect === 1 ? '' : `choose ${maxSelect}`) : `choose ${minSelect} to ${maxSelect}`;

function SuperGroupSection({ wardrobe, superGroup, groups, handle, open, onReorder }: SuperGroupSectionProps) {
  const notes = ['either/or', plural(superGroup.options.length, 'option'), describeChoice(superGroup)].filter(Boolean);
  return (
    <>
      <div className={css.groupHead}>
        {handle}
        <h2 className={css.groupName}>{superGroup.name}</h2>
        <Text span size="sm" c="dimmed">
          {notes.join(', ')}
        </Text>
      </div>
      <div className={css.options}>
        {superGroup.options.map((option) => (
          <OptionSection
            key={option.id}
            wardrobe={wardrobe}
            superGroup={superGroup}
            option={option}
            groups={groups.filter(({ superGroupOptionId }) => superGroupOptionId === option.id)}
            open={open}
            onReorder={(own) =>
              onReorder(
                superGroup.options.flatMap(({ id }) =>
                  id === option.id ? own : groups.filter(({ superGroupOptionId }) => superGroupOptionId === id),
                ),
              )
            }
          />
        ))}
      </div>
      {wardrobe.canEdit && (
        <PartActions
          open={open}
          actions={[
            {
              label: 'Add option',
              name: `Add option to ${superGroup.name}`,
              dialog: { action: 'newOption', superGroupId: superGroup.id },
            },
            { label: 'Edit', name: `Edit ${superGroup.name}`, dialog: { action: 'editSuperGroup', superGroupId: superGroup.id } },
            {
              label: 'Delete',
              name: `Delete ${superGroup.name}`,
              dialog: { action: 'deleteSuperGroup', superGroupId: superGroup.id },
            },
          ]}
        />
      )}
    </>
  );
}

interface OptionSectionProps extends Props {
  superGroup: SuperGroup;
  option: Option;
  groups: readonly WardrobeGroup[];
  onReorder: (groups: readonly WardrobeGroup[]) => void;
}

function OptionSection({ wardrobe, superGroup, option, groups, open, onReorder }: OptionSectionProps) {
  const reorder = useReorder(
    groups.map(({ id }) => id),
    (ids) => onReorder(ids.flatMap((id) => groups.filter((group) => group.id === id))),
  );
  const ids = { superGroupId: superGroup.id, optionId: option.id };
  return (
    <section className={css.option} aria-label={`Option ${option.name}`}>
      <div className={css.optionHead}>
        {option.imageSrc && <Picture src={option.imageSrc} alt="" size={36} />}
        <h3 className={css.optionName}>{option.name}</h3>
        <Text span className="figures" size="sm" c="dimmed">
          chosen by {option.chosenBy}
        </Text>
      </div>
      <MoveAnnouncement>{reorder.announcement}</MoveAnnouncement>
      {groups.map((group) => (
        <div key={group.id} className={css.optionGroup} {...reorder.item(group.id)}>
          <GroupSection
            wardrobe={wardrobe}
            group={group}
            heading="h4"
            handle={wardrobe.canEdit && groups.length > 1 && <MoveHandle {...reorder.handle(group.id, group.name)} />}
            open={open}
          />
        </div>
      ))}
      {groups.length === 0 && (
        <Text size="sm" c="dimmed">
          No groups yet.
        </Text>
      )}
      {wardrobe.canEdit && (
        <PartActions
          open={open}
          actions={[
            { label: 'Add group', name: `Add group to ${option.name}`, dialog: { action: 'newGroup', optionId: option.id } },
            { label: 'Edit option', name: `Edit option ${option.name}`, dialog: { action: 'editOption', ...ids } },
            { label: 'Delete option', name: `Delete option ${option.name}`, dialog: { action: 'deleteOption', ...ids } },
          ]}
        />
      )}
    </section>
  );
}
