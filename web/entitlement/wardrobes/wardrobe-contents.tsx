import { Button, Stack, Text } from '@mantine/core';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { MoveAnnouncement, MoveHandle } from '#web/ui/lists/move-handle.tsx';
import { useReorder } from '#web/ui/lists/use-reorder.ts';
import type { ContentsEditing } from './contents-editing.ts';
import {
  type Contents,
  type ContentsGroup,
  type ContentsOption,
  type ContentsSuperGroup,
  orderOptions,
  orderParts,
} from './draft-contents.ts';
import { GroupSection } from './group-section.tsx';
import { PartActions } from './part-actions.tsx';
import { calculateTotals } from './wardrobe-totals.ts';
import css from './wardrobes.module.css';

/** The id of the list of groups, which takes the focus when a part is deleted. */
export const GROUPS_ID = 'wardrobe-groups';

type Block =
  | { key: string; group: ContentsGroup }
  | { key: string; superGroup: ContentsSuperGroup; groups: readonly ContentsGroup[] };

/** Groups that everyone has, and either/ors with their groups, each at the position of its first group; empty either/ors come last. */
function listBlocks({ collectionGroups, superGroups }: Contents): Block[] {
  const blockOf = (superGroup: ContentsSuperGroup): Block => {
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

/** Groups and either/ors of a wardrobe in their order, with what a wearer gets in total. */
export function WardrobeContents({ editing }: { editing: ContentsEditing }) {
  const { wardrobe, draft, open } = editing;
  const blocks = listBlocks(draft.contents);
  const order = (next: readonly Block[]) =>
    draft.change(
      orderParts(
        next.flatMap((block) => groupsOf(block).map(({ id }) => id)),
        next.flatMap((block) => ('superGroup' in block ? [block.superGroup.id] : [])),
      ),
    );
  const reorder = useReorder(
    blocks.map(({ key }) => key),
    (keys) => order(keys.flatMap((key) => blocks.filter((block) => block.key === key))),
  );
  const handleOf = (key: string, name: string) => wardrobe.canEdit && <MoveHandle {...reorder.handle(key, name)} />;
  const add = wardrobe.canEdit && (
    <ButtonRow>
      <Button variant="default" leftSection={<PlusIcon size={18} />} onClick={() => open({ action: 'newGroup' })}>
        Add group
      </Button>
      <Button variant="default" aria-haspopup="dialog" onClick={() => open({ action: 'newSuperGroup' })}>
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
      <Stack component="ul" gap={0} role="list" aria-label="Groups" id={GROUPS_ID} tabIndex={-1}>
        {blocks.map((block) => (
          <li key={block.key} className={css.block} {...reorder.item(block.key)}>
            {'group' in block ? (
              <GroupSection editing={editing} group={block.group} heading="h2" handle={handleOf(block.key, block.group.name)} />
            ) : (
              <SuperGroupSection
                editing={editing}
                superGroup={block.superGroup}
                groups={block.groups}
                handle={handleOf(block.key, block.superGroup.name)}
                onReorder={(groups) => order(blocks.map((one) => (one.key === block.key ? { ...block, groups } : one)))}
              />
            )}
          </li>
        ))}
      </Stack>
      <div className={css.foot}>
        {add || <span />}
        <Totals contents={draft.contents} currencyCode={wardrobe.currencyCode} />
      </div>
    </Card>
  );
}

/** "14 pieces each · £408.85 to £431.65 excl. tax". */
function Totals({ contents, currencyCode }: { contents: Contents; currencyCode: string }) {
  const { pieces, price, incomplete } = calculateTotals(contents);
  const money = (amount: number) => formatMoney(amount, currencyCode);
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

const describeChoice = ({ minSelect, maxSelect }: ContentsSuperGroup) =>
  minSelect === maxSelect ? (maxSelect === 1 ? '' : `choose ${maxSelect}`) : `choose ${minSelect} to ${maxSelect}`;

interface SuperGroupSectionProps {
  editing: ContentsEditing;
  superGroup: ContentsSuperGroup;
  groups: readonly ContentsGroup[];
  handle: React.ReactNode;
  /** Called with all groups of the either/or in their new order. */
  onReorder: (groups: readonly ContentsGroup[]) => void;
}

function SuperGroupSection({ editing, superGroup, groups, handle, onReorder }: SuperGroupSectionProps) {
  const { wardrobe, draft, open, removeSuperGroup } = editing;
  const { id: superGroupId, name, options } = superGroup;
  const isNew = draft.isDraft && !draft.live.superGroups.some(({ id }) => id === superGroupId);
  const notes = ['either/or', plural(options.length, 'option'), describeChoice(superGroup), isNew && 'new'].filter(Boolean);
  const reorder = useReorder(
    options.map(({ id }) => id),
    (ids) => draft.change(orderOptions(superGroupId, ids)),
    { isGrid: true },
  );
  return (
    <>
      <div className={css.groupHead}>
        {handle}
        <h2 className={css.groupName}>{name}</h2>
        <Text span size="sm" c="dimmed">
          {notes.join(', ')}
        </Text>
      </div>
      <MoveAnnouncement>{reorder.announcement}</MoveAnnouncement>
      <div className={css.options}>
        {options.map((option) => (
          <section key={option.id} className={css.option} aria-label={`Option ${option.name}`} {...reorder.item(option.id)}>
            <OptionSection
              editing={editing}
              superGroup={superGroup}
              option={option}
              handle={wardrobe.canEdit && options.length > 1 && <MoveHandle {...reorder.handle(option.id, option.name)} />}
              groups={groups.filter(({ superGroupOptionId }) => superGroupOptionId === option.id)}
              onReorder={(own) =>
                onReorder(
                  options.flatMap(({ id }) =>
                    id === option.id ? own : groups.filter(({ superGroupOptionId }) => superGroupOptionId === id),
                  ),
                )
              }
            />
          </section>
        ))}
      </div>
      {wardrobe.canEdit && (
        <PartActions
          actions={[
            { label: 'Add option', name: `Add option to ${name}`, run: () => open({ action: 'newOption', superGroupId }) },
            { label: 'Edit', name: `Edit ${name}`, run: () => open({ action: 'editSuperGroup', superGroupId }) },
            { label: 'Delete', name: `Delete ${name}`, run: () => removeSuperGroup(superGroup) },
          ]}
        />
      )}
    </>
  );
}

interface OptionSectionProps {
  editing: ContentsEditing;
  superGroup: ContentsSuperGroup;
  option: ContentsOption;
  groups: readonly ContentsGroup[];
  handle: React.ReactNode;
  onReorder: (groups: readonly ContentsGroup[]) => void;
}

function OptionSection({ editing, superGroup, option, groups, handle, onReorder }: OptionSectionProps) {
  const { wardrobe, open, removeOption } = editing;
  const { id: optionId, name, imageSrc } = option;
  const reorder = useReorder(
    groups.map(({ id }) => id),
    (ids) => onReorder(ids.flatMap((id) => groups.filter((group) => group.id === id))),
  );
  const published = wardrobe.superGroups.flatMap(({ options }) => options).find(({ id }) => id === optionId);
  return (
    <>
      <div className={css.optionHead}>
        {handle}
        {imageSrc && <Picture src={imageSrc} alt="" size={36} />}
        <h3 className={css.optionName}>{name}</h3>
        <Text span className="figures" size="sm" c="dimmed">
          {published ? `chosen by ${published.chosenBy}` : 'new'}
        </Text>
      </div>
      <MoveAnnouncement>{reorder.announcement}</MoveAnnouncement>
      {groups.map((group) => (
        <div key={group.id} className={css.optionGroup} {...reorder.item(group.id)}>
          <GroupSection
            editing={editing}
            group={group}
            heading="h4"
            handle={wardrobe.canEdit && groups.length > 1 && <MoveHandle {...reorder.handle(group.id, group.name)} />}
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
          actions={[
            { label: 'Add group', name: `Add group to ${name}`, run: () => open({ action: 'newGroup', optionId }) },
            {
              label: 'Edit option',
              name: `Edit option ${name}`,
              run: () => open({ action: 'editOption', superGroupId: superGroup.id, optionId }),
            },
            {
              label: 'Delete option',
              name: `Delete option ${name}`,
              run: () => removeOption(superGroup, option),
              refusal: refuseOptionRemoval(superGroup),
            },
          ]}
        />
      )}
    </>
  );
}

/** Why no option of an either/or can be deleted; undefined when one can. */
function refuseOptionRemoval({ id, minSelect, options }: ContentsSuperGroup): string | undefined {
  const fewest = Math.max(id < 0 ? 2 : 1, minSelect);
  return options.length <= fewest ? `At least ${plural(fewest, 'option')} must stay.` : undefined;
}
