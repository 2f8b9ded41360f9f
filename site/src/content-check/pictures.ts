import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { z } from 'astro/zod';
import type { PictureField } from '../content/pieces.ts';

const FORMATS = /\.(?:jpe?g|png|webp|avif|svg)$/i;
// Pixels; a narrower photograph looks blurred on a card.
const NARROWEST = 120;

/**
 * Schema for a picture path relative to `at.file`. The path must be in `files` (relative to the content folder) with
 * the same capitals; adds it to `used`.
 */
export function pictureBeside(
  at: { file: string },
  files: ReadonlySet<string>,
  used: Set<string>,
): PictureField {
  return z.string().transform((value, context) => {
    const path = posix.join(posix.dirname(at.file), value);
    used.add(path);
    if (/^(?:\/|https?:)/.test(value)) {
      context.addIssue({ code: 'custom', message: 'must be a picture beside this file, such as ./01.jpg' });
    } else if (!FORMATS.test(value)) {
      context.addIssue({ code: 'custom', message: `must be a .jpg, .png, .webp, .avif or .svg file` });
    } else if (!files.has(path)) {
      const other = [...files].find((file) => file.toLowerCase() === path.toLowerCase());
      const hint = other ? `; there is '${posix.basename(other)}', capitals count` : '';
      context.addIssue({ code: 'custom', message: `there is no picture '${value}' beside this file${hint}` });
    }
    return path;
  });
}

/** The same for a .woff2 file below the checked file. */
export function fontBeside(at: { file: string }, files: ReadonlySet<string>, used: Set<string>): z.ZodType {
  return z.string().transform((value, context) => {
    const path = posix.join(posix.dirname(at.file), value);
    used.add(path);
    if (!/^\.\/fonts\/[^/]+\.woff2$/.test(value)) {
      context.addIssue({
        code: 'custom',
        message: 'must be a .woff2 file in the folder fonts, such as ./fonts/name.woff2',
      });
    } else if (!files.has(path)) {
      context.addIssue({ code: 'custom', message: `there is no file '${value}'` });
    }
    return path;
  });
}

export async function findFontFault(path: string): Promise<string | null> {
  const { unpackFont, hasLatinLetters } = await import('../brand/font-tools.ts');
  const data = readFileSync(path);
  if (data.toString('latin1', 0, 4) !== 'wOF2') return 'is not a WOFF2 file';
  try {
    return hasLatinLetters(await unpackFont(data)) ? null : 'has no Latin letters and digits';
  } catch {
    return 'cannot be read as a typeface; is the file whole?';
  }
}

export async function findPictureFault(path: string): Promise<string | null> {
  if (path.toLowerCase().endsWith('.svg')) return findDrawingFault(readFileSync(path, 'utf8'));
  const { default: sharp } = await import('sharp');
  try {
    const { width } = await sharp(path).metadata();
    return width < NARROWEST ? `is only ${width} pixels wide` : null;
  } catch {
    return 'cannot be read as a picture; is the file whole?';
  }
}

function findDrawingFault(text: string): string | null {
  const head = /<svg\b[^>]*>/.exec(text)?.[0];
  if (!head) return 'is not a drawing: it has no <svg>';
  if (!/\sviewBox=/.test(head) && !(/\swidth=/.test(head) && /\sheight=/.test(head))) {
    return 'does not say its size: <svg> needs a viewBox';
  }
  return /<script\b|\son\w+=/i.test(text) ? 'must not hold scripts' : null;
}
