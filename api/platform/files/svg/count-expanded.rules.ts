/** An element that is drawn, and the ids of those that it repeats or is filled, clipped or masked with. */
export interface SvgNode {
  children: SvgNode[];
  references: string[];
}

/**
 * How many elements are drawn when each repetition is counted; undefined when they are more than `most`, or when one repeats itself. Takes linear time: each
 * element is counted once.
 */
export function countExpanded(root: SvgNode, byId: ReadonlyMap<string, SvgNode>, most: number): number | undefined {
  const counts = new Map<SvgNode, number>();
  const open = new Set<SvgNode>();
  const partsOf = ({ children, references }: SvgNode) => [...children, ...references.flatMap((id) => byId.get(id) ?? [])];
  // Without recursion: references can be as deep as there are elements.
  const stack: { node: SvgNode; parts: SvgNode[]; next: number; count: number }[] = [];
  const enter = (node: SvgNode) => {
    open.add(node);
    stack.push({ node, parts: partsOf(node), next: 0, count: 1 });
  };
  enter(root);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const part = top.parts[top.next];
    if (part === undefined) {
      stack.pop();
      open.delete(top.node);
      counts.set(top.node, top.count);
      continue;
    }
    const counted = counts.get(part);
    if (counted !== undefined) {
      top.count += counted;
      top.next += 1;
      if (top.count > most) return undefined;
    } else if (open.has(part)) return undefined;
    else enter(part);
  }
  return counts.get(root);
}
