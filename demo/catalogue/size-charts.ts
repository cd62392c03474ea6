import { type SizeGuideKey, sizeGuides } from './size-guides.ts';

interface Reading {
  /** 0 men, 1 women, 2 everyone. */
  gender: 0 | 1 | 2;
  size: string[];
  points: Record<string, string>;
  legs?: Record<string, string[]>;
}

const chest = { 'Chest (cm)': 'chest' };
const womensLegs = { 'Inside leg S / R / L (cm)': ['Short', 'Regular', 'Long'] };
const mensLegs = { 'Inside leg short (cm)': ['Short'], 'Inside leg regular (cm)': ['Regular'], 'Inside leg long (cm)': ['Long'] };
const womens = { 'Bust (cm)': 'chest', 'Waist (cm)': 'waistNatural', 'Hip (cm)': 'hip' };

/** How the sizing service interprets the size guides. It gives no advice for headwear, gloves and footwear. */
const readings: Partial<Record<SizeGuideKey, Reading>> = {
  'unisex-tops': { gender: 2, size: ['Size'], points: chest },
  'womens-tops': { gender: 1, size: ['Size', 'UK size'], points: womens },
  'mens-shirts': { gender: 0, size: ['Collar (in)'], points: { 'Collar (cm)': 'collar', ...chest } },
  'mens-jackets': { gender: 0, size: ['Size (in)', 'EU size'], points: { ...chest, 'Waist (cm)': 'waist' } },
  'mens-trousers': { gender: 0, size: ['Waist (in)'], points: { 'Waist (cm)': 'waist', 'Hip (cm)': 'hip' }, legs: mensLegs },
  'womens-tailoring': { gender: 1, size: ['UK size', 'EU size'], points: womens, legs: womensLegs },
  chefwear: { gender: 2, size: ['Size'], points: { ...chest, 'Waist (cm)': 'waist', 'Hip (cm)': 'hip' } },
  tunics: { gender: 2, size: ['Size'], points: { 'Bust (cm)': 'chest', 'Hip (cm)': 'hip' } },
  workwear: { gender: 2, size: ['Size'], points: { ...chest, 'Waist (cm)': 'waist' } },
};

export const sizeChartRows = () =>
  Object.entries(readings).map(([key, { gender, size, points, legs = {} }]) => ({
    size_guide_id: sizeGuides[key as SizeGuideKey].id,
    gender,
    size_columns: size,
    points: JSON.stringify(points),
    legs: JSON.stringify(legs),
  }));
