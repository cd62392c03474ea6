import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCompanyDesign } from '#brands/brands.ts';

/** The build's output beside the web app: what pages show before their scripts are loaded, and the files that they will need. */
export interface PrerenderManifest {
  /** Addresses of fonts by brand, beside the font of all brands. */
  fonts: Record<string, string[]>;
  /** HTML by name of the shell and of the brand; `sundial/other` is for companies that use the design of Sundial. */
  shells: Record<string, Record<string, string>>;
  /** The first entry whose path matches applies; the last one matches every path. */
  screens: { path: string; shell: string; files: string[] }[];
}

/** The brand of a page. */
interface ShownBrand {
  name: string;
  companyName: string;
}

interface ShellHtml {
  /** Tags of what the first paint needs, to be fetched before the scripts: fonts and styles. */
  styles: string;
  /** Tags that let the browser fetch at once what it would otherwise discover one script after another. */
  scripts: string;
  /** The markup to show until the scripts are loaded. */
  body: string;
}

/** Reads the build's output. The returned function finds the shell of a path and brand. */
export async function readPrerenderedShells(webDir: string): Promise<(path: string, brand: ShownBrand) => ShellHtml> {
  const { fonts, shells, screens } = JSON.parse(await readFile(join(webDir, 'prerender.json'), 'utf8')) as PrerenderManifest;
  const compiled = screens.map(({ path, shell, files }) => ({
    matches: new RegExp(path, 'i'),
    shell,
    styles: files.filter(isStyle).map(styleTag).join(''),
    scripts: files
      .filter((file) => !isStyle(file))
      .map(scriptTag)
      .join(''),
  }));
  const preloads = Object.fromEntries(Object.entries(fonts).map(([brand, files]) => [brand, files.map(preloadOf).join('')]));
  return (path, { name, companyName }) => {
    const key = getCompanyDesign(name, companyName).logo === null ? `${name}/other` : name;
    const screen = compiled.find(({ matches }) => matches.test(path));
    return {
      styles: `${preloads[name] ?? ''}${screen?.styles ?? ''}`,
      scripts: screen?.scripts ?? '',
      body: shells[screen?.shell ?? '']?.[key] ?? '',
    };
  };
}

const isStyle = (file: string) => file.endsWith('.css');

const styleTag = (file: string) => `<link rel="stylesheet" crossorigin href="${file}">`;

const scriptTag = (file: string) => `<link rel="modulepreload" crossorigin href="${file}">`;

const preloadOf = (font: string) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`;
