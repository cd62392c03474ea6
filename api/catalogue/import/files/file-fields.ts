import type { ColumnKey } from './columns.rules.ts';

interface FieldOfFile {
  label: string;
  /** What the column means to the import; absent for what can be chosen of a product. */
  key?: ColumnKey;
  /** Headings by which the column is recognised, compared without case, spaces and punctuation; the surest first. */
  headings: readonly string[];
}

const fields = {
  productCode: {
    label: 'Product code',
    key: 'handle',
    headings: [
      'Product code',
      'Style',
      'Style#',
      'Style number',
      'Style no',
      'Style code',
      'Style ID',
      'Product number',
      'Product no',
      'Product ID',
      'Article number',
      'Article no',
      'Article code',
      'Article',
      'Item number',
      'Item code',
      'Model',
      'Model number',
      'Parent SKU',
      'Handle',
      'Artikelnummer',
      'Artikel',
      'Référence',
      'Code',
    ],
  },
  name: {
    label: 'Name',
    key: 'title',
    headings: [
      'Name',
      'Product name',
      'Product title',
      'Title',
      'Style name',
      'Item name',
      'Article name',
      'Bezeichnung',
      'Produktname',
      'Désignation',
      'Nom',
    ],
  },
  description: {
    label: 'Description',
    key: 'body',
    headings: [
      'Description',
      'Product description',
      'Long description',
      'Full description',
      'Body (HTML)',
      'Beschreibung',
      'Details',
    ],
  },
  brand: {
    label: 'Brand',
    key: 'vendor',
    headings: ['Brand', 'Brand name', 'Mill', 'Manufacturer', 'Maker', 'Vendor', 'Marke', 'Marque'],
  },
  category: {
    label: 'Category',
    key: 'productCategory',
    headings: [
      'Category',
      'Category name',
      'Categories',
      'Product category',
      'Product type',
      'Product group',
      'Kategorie',
      'Warengruppe',
      'Catégorie',
      'Type',
    ],
  },
  colour: {
    label: 'Colour',
    headings: [
      'Colour',
      'Color',
      'Colour name',
      'Color name',
      'Colourway',
      'Colorway',
      'Farbe',
      'Farbname',
      'Couleur',
      'Kleur',
      'Colore',
    ],
  },
  size: {
    label: 'Size',
    headings: ['Size', 'Size name', 'Size code', 'Größe', 'Grösse', 'Groesse', 'Taille', 'Maat', 'Talla', 'Taglia'],
  },
  fit: { label: 'Fit', headings: ['Fit', 'Cut', 'Passform', 'Schnitt', 'Coupe'] },
  length: { label: 'Length', headings: ['Length', 'Leg length', 'Inside leg', 'Inseam', 'Leg', 'Länge', 'Longueur'] },
  sku: {
    label: 'SKU',
    key: 'sku',
    headings: [
      'SKU',
      'Variant SKU',
      'Stock code',
      'Unique key',
      'SKU code',
      'SKU ID',
      'Stock keeping unit',
      'Variant code',
      'Item SKU',
      'Part ID',
    ],
  },
  barcode: {
    label: 'Barcode (GTIN)',
    key: 'barcode',
    headings: ['GTIN', 'EAN', 'EAN code', 'EAN13', 'Barcode', 'Barcode (GTIN)', 'UPC', 'GTIN/EAN', 'EAN/GTIN'],
  },
  price: {
    label: 'Price',
    key: 'price',
    headings: [
      'Price',
      'Piece price',
      'Unit price',
      'Net price',
      'Price (net)',
      'Price excl. tax',
      'Price excl. VAT',
      'List price',
      'Selling price',
      'Sales price',
      'Preis',
      'Prix',
      'Prijs',
    ],
  },
  oldPrice: {
    label: 'Price before reduction',
    key: 'compareAt',
    headings: ['Price before reduction', 'Old price', 'Was price', 'Compare at price'],
  },
  stock: {
    label: 'Stock',
    key: 'quantity',
    headings: [
      'Stock',
      'Quantity',
      'Qty',
      'On hand',
      'Stock quantity',
      'Stock level',
      'Inventory',
      'Available',
      'Bestand',
      'Lagerbestand',
    ],
  },
  picture: {
    label: 'Picture (web address)',
    key: 'imageSrc',
    headings: [
      'Picture',
      'Picture (web address)',
      'Image',
      'Image URL',
      'Picture URL',
      'Front model image URL',
      'Front flat image URL',
      'Main image',
      'Photo',
      'Bild',
    ],
  },
  variantPicture: {
    label: 'Picture of the variant (web address)',
    key: 'variantImage',
    headings: [
      'Variant image',
      'Colour image',
      'Color image',
      'Colour image URL',
      'Color image URL',
      'Picture of the variant (web address)',
    ],
  },
  weight: {
    label: 'Weight',
    key: 'grams',
    headings: [
      'Weight',
      'Piece weight',
      'Item weight',
      'Unit weight',
      'Weight (g)',
      'Weight g',
      'Grams',
      'Weight (kg)',
      'Weight kg',
      'Weight (lb)',
      'Weight lbs',
      'Gewicht',
      'Poids',
    ],
  },
  partNumber: {
    label: 'Manufacturer’s part number',
    key: 'partNumber',
    headings: ['MPN', 'Part number', 'Manufacturer part number', 'Manufacturers part number'],
  },
  status: { label: 'Status', key: 'status', headings: ['Status', 'Product status', 'State'] },
  tags: { label: 'Tags', key: 'tags', headings: ['Tags', 'Keywords', 'Search words'] },
  gender: { label: 'Gender', key: 'gender', headings: ['Gender', 'Sex', 'Geschlecht'] },
  ageGroup: { label: 'Age group', key: 'ageGroup', headings: ['Age group'] },
} as const satisfies Record<string, FieldOfFile>;

/** What columns of a file can be mapped to, in the words of whoever keeps the catalogue. */
export type FileField = keyof typeof fields;

/** The fields that a column can be mapped to, in the order in which they are offered. */
export const FILE_FIELDS: Readonly<Record<FileField, FieldOfFile>> = fields;

/** What can be chosen of a product, with the name of its attribute. */
export const CHOICE_FIELDS = { colour: 'Colour', size: 'Size', fit: 'Fit', length: 'Length' } as const;

/** Units in which a file can give weights, in grams. The unit is the constant `weightUnit` of a mapping. */
export const WEIGHT_UNITS: Readonly<Record<string, number>> = { g: 1, kg: 1000, lb: 453.592_37, oz: 28.349_523_125 };
