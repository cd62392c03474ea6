import { useParams } from 'react-router';
import { useBuilderContext } from './builder-context.ts';
import { ChoiceView } from './choice-view.tsx';
import { StepNotFound } from './step-not-found.tsx';

/** An either/or with pictures. */
export function ChoicePage() {
  const { state } = useBuilderContext();
  const id = Number(useParams().id);
  const superGroup = state.builder.collection.superGroups.find((one) => one.id === id);
  return superGroup ? <ChoiceView key={id} superGroup={superGroup} /> : <StepNotFound />;
}
