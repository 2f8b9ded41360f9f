import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrandPalette, SchemeColors } from '#contract/brand-palette.ts';
import { brand, brandFile, palette } from './brand.ts';
import { packScriptFonts, packTypeface, SCRIPT_FONTS, type Typeface, toStandIn } from './typefaces.ts';

const declare = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([role, value]) => `  --${role}: ${value};`)
    .join('\n');

// The colour is written into the SVG, since a background image does not inherit `currentColor`.
const tick = (color: string, width: number) =>
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23${color.slice(1)}' stroke-width='${width}' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='M5 12.5l4.5 4.5L19 7.5'/%3E%3C/svg%3E")`;

const toScheme = (colors: SchemeColors) =>
  declare({ ...colors, 'tick-image': tick(colors['on-brand'], 3), 'switch-image': tick(colors.brand, 3.5) });

// Literal colours: with custom properties Chromium recomputes `::selection` for every element when styles are added.
const toSelection = ({ brand, 'on-brand': sign }: SchemeColors) =>
  `::selection { color: ${sign}; background: ${brand}; }`;

const toColorRules = ({ ink, paper, band, light, dark }: BrandPalette): string => `:root {
${declare({ ink, paper, band })}
}
:root,
[data-theme] {
${toScheme(light)}
}
:root,
[data-theme] {
  @variant dark-scheme {
${toScheme(dark)}
  }
}
@layer base {
  ${toSelection(light)}
  @media screen and (prefers-color-scheme: dark) {
    ${toSelection(dark)}
  }
}`;

/**
 * Writes brand.css, its font files and the mark into `folder`, skipping unchanged files so that nothing rebuilds.
 * Returns the new files.
 */
export async function writeBrandFiles(folder: string): Promise<string[]> {
  const uses: Typeface[] = ['display', 'text'];
  const typefaces = await Promise.all(uses.map(packTypeface));
  const otherScripts = SCRIPT_FONTS.map(({ family }) => `"${family}"`).join(', ');
  const faces = typefaces.map(({ family }, index) => {
    const use = uses[index] ?? 'text';
    return `  --face-${use}: "${family}", "${toStandIn(use)}", ${otherScripts}, system-ui, sans-serif;`;
  });
  const css = [
    ...typefaces.flatMap(({ files, standIns }) => [...files.map(({ rule }) => rule), ...standIns]),
    `:root {\n${faces.join('\n')}\n}`,
    toColorRules(palette),
    '',
  ].join('\n');
  const scripts = await packScriptFonts();
  const logo = String(brand.logo);
  await mkdir(folder, { recursive: true });
  const written: string[] = [];
  for (const { name, data } of [
    ...typefaces.flatMap(({ files }) => files),
    ...scripts,
    { name: 'scripts.css', data: Buffer.from(scripts.map(({ rule }) => rule).join('\n')) },
    { name: 'logo.svg', data: await readFile(brandFile(logo)) },
    {
      name: 'logo-dark.svg',
      data: await readFile(brandFile(brand.logoDark ? String(brand.logoDark) : logo)),
    },
    { name: 'brand.css', data: Buffer.from(css) },
  ]) {
    const path = join(folder, name);
    const known = await readFile(path).catch(() => null);
    if (known && Buffer.compare(known, data) === 0) continue;
    await writeFile(path, data);
    written.push(path);
  }
  return written;
}
