import { Link } from 'react-router';
import { useBuilderContext } from './builder-context.ts';
import { toMidSentence } from './builder-labels.ts';
import type { GroupStep } from './builder-model.ts';

/** The way to another answer of the either/or that a group belongs to. */
export function SwitchOption({ step: { superGroup, group } }: { step: GroupStep }) {
  const { links, canChoose } = useBuilderContext().state;
  if (!superGroup || !canChoose) return null;
  const others = superGroup.options.filter(({ id }) => id !== group.superGroupOptionId);
  const [other] = others;
  const text =
    others.length === 1 && superGroup.maxSelect === 1 && other
      ? `Choose ${toMidSentence(other.name)} instead`
      : 'Change this choice';
  return <Link to={links.choice(superGroup.id)}>{text}</Link>;
}
