// What personalised orders cost, worked out apart from the portal: whole numbers of any size, and the rules as a buyer would read them in the terms.

/** Something put on pieces: what it costs on each, and once for setting it up. `is` is equal for what is set up together. */
export interface OracleDesign {
  is: string;
  price: bigint;
  setUp: bigint;
}

/** Pieces of a garment. `rate` in hundredths of a percent: 2000 is 20%. Amounts in pence. */
export interface OracleLine {
  pieces: bigint;
  /** Prices of a piece without decoration, by the fewest pieces at which they apply; the first is for one piece. */
  prices: readonly { from: bigint; price: bigint }[];
  rate: bigint;
  designs: readonly OracleDesign[];
}

/** Half a penny and more is a penny. */
export const taxOn = (amount: bigint, rate: bigint): bigint => (2n * amount * rate + 10_000n) / 20_000n;

const add = <Item>(items: Iterable<Item>, amountOf: (item: Item) => bigint): bigint => {
  let sum = 0n;
  for (const item of items) sum += amountOf(item);
  return sum;
};

/** What a piece of a line costs, decorated. */
export function pieceOf({ pieces, prices, designs }: OracleLine): bigint {
  const price = [...prices].reverse().find(({ from }) => from <= pieces)?.price ?? 0n;
  return price + add(designs, (design) => design.price);
}

/** Set-ups: each design once, with the rate of the garment. */
export function setUpsOf(lines: readonly OracleLine[]): { is: string; net: bigint; rate: bigint }[] {
  const found: { is: string; net: bigint; rate: bigint }[] = [];
  for (const { designs, rate } of lines)
    for (const { is, setUp } of designs)
      if (setUp > 0n && !found.some((each) => each.is === is)) found.push({ is, net: setUp, rate });
  return found;
}

/** What an order costs. `delivery` is free from this value of garments; its rate is `rate`. */
export function costOf(lines: readonly OracleLine[], delivery: { cost: bigint; freeFrom: bigint | null; rate: bigint }) {
  const goods = lines.map((line) => ({ net: pieceOf(line) * line.pieces, rate: line.rate }));
  const goodsNet = add(goods, ({ net }) => net);
  const goodsTax = add(goods, ({ net, rate }) => taxOn(net, rate));
  const setUps = setUpsOf(lines);
  const isFree = delivery.freeFrom !== null && goodsNet >= delivery.freeFrom;
  const deliveryNet = isFree ? 0n : delivery.cost;
  const all = [...goods, ...setUps, { net: deliveryNet, rate: delivery.rate }];
  const taxByRate = new Map<bigint, bigint>();
  for (const { net, rate } of all) taxByRate.set(rate, (taxByRate.get(rate) ?? 0n) + taxOn(net, rate));
  return {
    goodsNet,
    goodsTax,
    setUps: setUps.map(({ net, rate }) => [net, net + taxOn(net, rate)] as const),
    deliveryNet,
    tax: add(taxByRate.values(), (tax) => tax),
    taxByRate: [...taxByRate].filter(([, tax]) => tax > 0n).sort(([one], [other]) => Number(other - one)),
    total: add(all, ({ net, rate }) => net + taxOn(net, rate)),
  };
}
