import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { businessAreaKind, groupKind, jobRoleKind, resortKind, roleKind, seasonKind } from './item-kinds.ts';
import { StructureItems } from './structure-items.tsx';
import {
  businessAreasList,
  destinationsList,
  groupsList,
  jobRolesList,
  rolesList,
  seasonsList,
  toGroupItem,
  toJobRoleItem,
  toPositionedItem,
  toRoleItem,
  toSeasonItem,
} from './structure-lists.tsx';

/** The list of each kind of item. Each is an element of its own, so that nothing of one kind stays when another is opened. */
const SECTIONS: readonly ReactElement<{ kind: { slug: string } }>[] = [
  <StructureItems key={1} kind={groupKind} list={groupsList} toItem={toGroupItem} />,
  <StructureItems key={2} kind={resortKind} list={destinationsList} toItem={toPositionedItem} />,
  <StructureItems key={3} kind={businessAreaKind} list={businessAreasList} toItem={toPositionedItem} />,
  <StructureItems key={4} kind={jobRoleKind} list={jobRolesList} toItem={toJobRoleItem} />,
  <StructureItems key={5} kind={seasonKind} list={seasonsList} toItem={toSeasonItem} />,
  <StructureItems key={6} kind={roleKind} list={rolesList} toItem={toRoleItem} />,
];

/** The structure of the organisation: the list of the kind that the path names. */
export function StructurePage() {
  const { kind: slug } = useParams();
  const section = SECTIONS.find(({ props }) => props.kind.slug === slug);
  return (
    section ?? (
      <>
        <PageHeader title="Settings" />
        <EmptyState title="Page not found" action={<Button onClick={() => history.back()}>Go back</Button>}>
          The link may be wrong.
        </EmptyState>
      </>
    )
  );
}
