import { buildGarmentChart, hasAdvisedMeasure } from '#api/catalogue/size-guides/reading/charts.rules.ts';
import { type GarmentChart, prepareChart } from '#body/garment-chart.ts';
import { attributeRows } from '#demo/catalogue/combinations.ts';
import { sizeChartRows } from '#demo/catalogue/size-charts.ts';
import { sizeGuides } from '#demo/catalogue/size-guides.ts';
import { readCatalogue } from '#demo/catalogue-rows.ts';

/** A chart of the demonstration and the garment it was read for. */
export interface DemoChart {
  handle: string;
  name: string;
  garmentType: string;
  chart: GarmentChart;
}

/** The charts of all garments of the demonstration that have size advice, each different one once. */
export function listDemoCharts(): DemoChart[] {
  const readings = new Map(sizeChartRows().map((row) => [row.size_guide_id, row]));
  const roleOf = new Map<number, string>(attributeRows.map(({ id, role }) => [id, role]));
  const found = new Map<string, DemoChart>();
  for (const { sheet, attributes } of readCatalogue().products) {
    const guide = sheet.guide && sizeGuides[sheet.guide];
    const reading = guide && readings.get(guide.id);
    if (!guide || !reading) continue;
    const parsed = {
      gender: reading.gender,
      columns: guide.columns,
      rows: guide.rows,
      sizeColumns: reading.size_columns,
      points: JSON.parse(reading.points) as Record<string, string>,
      legs: JSON.parse(reading.legs) as Record<string, string[]>,
    };
    if (!hasAdvisedMeasure(parsed, sheet.garment)) continue;
    const valuesOf = (role: string) =>
      attributes.filter(({ attributeId }) => roleOf.get(attributeId) === role).map(({ values }) => values);
    const chart = buildGarmentChart(parsed, sheet.garment, { sizes: valuesOf('size').flat(), lengths: valuesOf('fit') });
    const key = JSON.stringify([
      chart.kind,
      chart.sex,
      chart.sizes.map(({ name, points, legs }) => [name, points, legs?.map((leg) => leg.name)]),
    ]);
    if (prepareChart(chart) && !found.has(key))
      found.set(key, { handle: sheet.handle, name: sheet.name, garmentType: sheet.garment, chart });
  }
  return [...found.values()];
}
