import { posix } from 'node:path';
import { findBrandFaults } from '#contract/brand-contrast.ts';
import { HexColor } from '#contract/content-fields.ts';
import type { Entry, Report } from './finding.ts';

/** A licence that lies beside the typefaces it is for. */
export const isFontLicence = (file: string): boolean =>
  /^brand\/fonts\/(?:[\w.-]*(?:licen[cs]e|ofl)[\w.-]*|readme\.md)$/i.test(file);

/** Checks what the schema cannot: contrast, image formats and font licences. */
export function checkBrand(entries: readonly Entry[], files: ReadonlySet<string>, report: Report): void {
  const brand = entries.find(({ kind }) => kind === 'brand');
  if (!brand) return;
  const { accent, accentDark, fonts, ...drawings } = brand.data;
  if (isColor(accent) && (accentDark === undefined || isColor(accentDark))) {
    for (const { field, problem } of findBrandFaults({ accent, accentDark })) {
      report(brand.file, field, problem);
    }
  }
  for (const field of ['logo', 'logoDark', 'favicon']) {
    const place = drawings[field];
    if (typeof place === 'string' && posix.extname(place).toLowerCase() !== '.svg') {
      report(brand.file, field, 'must be an .svg: it is drawn in many sizes');
    }
  }
  if (fonts && ![...files].some(isFontLicence)) {
    report(
      brand.file,
      'fonts',
      'has no licence beside the files (brand/fonts/LICENSE.txt or OFL.txt): do you have the right to publish them?',
      'note',
    );
  }
}

const isColor = (value: unknown): value is string => HexColor.safeParse(value).success;
