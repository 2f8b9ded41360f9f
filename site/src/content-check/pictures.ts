import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { z } from 'astro/zod';
import type { PictureField } from '../content/pieces.ts';

const FORMATS = /\.(?:jpe?g|png|webp|avif|svg)$/i;
/** Narrower than this, a photograph looks blurred on a card. */
const NARROWEST = 120;

/**
 * Reads a picture's place in the file that is being checked, `at.file`: it must be one of `files` (paths below the
 * content folder), written with the same capitals. Notes the path in `used`.
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

/** Reads the place of a typeface in the same way: a .woff2 file that stands below the file being checked. */
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

/** What is wrong with a typeface itself, or null. */
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

/** What is wrong with a picture file itself, or null. */
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
