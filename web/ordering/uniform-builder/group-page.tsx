import { useParams, useSearchParams } from 'react-router';
import { useBuilderContext } from './builder-context.ts';
import { BuilderGarment } from './builder-garment.tsx';
import { GroupView } from './group-view.tsx';
import { StepNotFound } from './step-not-found.tsx';

/** The group in the URL, with the garment if there is one. */
export function GroupPage() {
  const { state } = useBuilderContext();
  const { id, product } = useParams();
  const [address] = useSearchParams();
  const step = state.steps.find((one) => one.kind === 'group' && one.group.id === Number(id));
  if (step?.kind !== 'group') return <StepNotFound />;
  if (product === undefined) return <GroupView step={step} />;
  const productStep = step.products.find((one) => one.product.id === Number(product));
  if (!productStep) return <StepNotFound />;
  const line = productStep.lines.find((one) => one.id === Number(address.get('line')));
  return <BuilderGarment key={`${id}-${product}-${line?.id}`} step={step} productStep={productStep} line={line} />;
}
