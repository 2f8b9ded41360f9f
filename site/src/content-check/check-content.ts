import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { z } from 'astro/zod';
import { findBrandFaults } from '#contract/brand-contrast.ts';
import { HexColor } from '#contract/content-fields.ts';
import { readOrderedList } from '../content/ordered-list.ts';
import { CONTENT_FILES, type ContentFiles, toJsonSchema } from './content-files.ts';
import { explainIssues } from './explain.ts';
import type { Entry, Finding, Report } from './finding.ts';
import { findFontFault, findPictureFault, fontBeside, pictureBeside } from './pictures.ts';
import { checkReferences } from './references.ts';

/**
 * Validates all content files, their pictures and the references between them. Runs at the start of the build and as
 * `npm run content:check`.
 */
export async function checkContent(folder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const report: Report = (file, field, problem, weight = 'fault') => {
    findings.push({ file, field, problem, weight });
  };
  const files = new Set(listFiles(folder));
  const used = new Set<string>();
  const fonts = new Set<string>();
  const known = new Set<string>();
  const entries: Entry[] = [];
  const at = { file: '' };
  for (const kind of CONTENT_FILES) {
    // Building a schema is slower than using it, so each kind builds it once.
    const schema = kind.schema(pictureBeside(at, files, used), fontBeside(at, files, fonts));
    const pattern = new RegExp(`^${kind.pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`);
    const matching = [...files].filter((file) => pattern.test(file));
    if (matching.length === 0 && !kind.pattern.includes('*')) report(kind.pattern, '', 'is missing');
    for (const file of matching) {
      known.add(file);
      try {
        const found = readEntries(kind, file, readFileSync(join(folder, file), 'utf8'));
        checkEntries(kind, schema, found, at, report);
        entries.push(...found);
      } catch (error) {
        report(file, '', error instanceof Error ? error.message : String(error));
        // Counts all neighbours as used, because an unreadable file does not say which pictures it uses.
        for (const other of files) if (dirname(other).startsWith(dirname(file))) known.add(other);
      }
    }
  }
  checkReferences(entries, report);
  await checkEach(folder, used, findPictureFault, report);
  await checkEach(folder, fonts, findFontFault, report);
  checkBrand(entries, files, report);
  for (const file of files) {
    if (!known.has(file) && !used.has(file) && !fonts.has(file) && !isFontLicence(file))
      reportStray(file, files, report);
  }
  return findings.sort((a, b) => a.file.localeCompare(b.file));
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) throw new Error(`There is no content folder '${folder}'`);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/'))
    .filter((file) => !/(?:^|\/)\./.test(file))
    .sort();
}

function readEntries({ name, kind }: ContentFiles, file: string, text: string): Entry[] {
  const id = file.replace(/(?:\/index)?\.\w+$/, '').replace(/^.*\//, '');
  if (kind === 'markdown') {
    const { fields, body } = readMarkdown(text);
    if (typeof fields !== 'object' || fields === null) throw new Error('has no fields at its head');
    return [{ kind: name, id, file, data: { ...fields }, body, field: (field) => field }];
  }
  if (kind === 'object') {
    const data: unknown = parseJson(text);
    if (typeof data !== 'object' || data === null || Array.isArray(data)) throw new Error('must be { … }');
    return [{ kind: name, id, file, data: { ...data }, body: '', field: (field) => field }];
  }
  parseJson(text);
  return readOrderedList(text).map((data, index) => {
    const entryId = typeof data.id === 'string' ? data.id : `entry ${index + 1}`;
    const field = (inside: string) => `${entryId}${inside && `: ${inside}`}`;
    return { kind: name, id: entryId, file, data, body: '', field };
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('is not JSON: look for a comma too many or too few, or a missing quote or bracket');
  }
}

function checkEntries(
  kind: ContentFiles,
  schema: z.ZodType,
  entries: readonly Entry[],
  at: { file: string },
  report: Report,
): void {
  for (const { file, data, field } of entries) {
    at.file = file;
    const parsed = schema.safeParse(data, { reportInput: true });
    if (parsed.success) continue;
    const whole = toJsonSchema(kind);
    for (const fault of explainIssues(
      parsed.error.issues,
      kind.kind === 'list' ? (whole.items ?? {}) : whole,
    )) {
      report(file, field(fault.field), fault.problem);
    }
  }
}

async function checkEach(
  folder: string,
  used: ReadonlySet<string>,
  findFault: (path: string) => Promise<string | null>,
  report: Report,
): Promise<void> {
  await Promise.all(
    [...used].map(async (file) => {
      if (!existsSync(join(folder, file))) return;
      const fault = await findFault(join(folder, file));
      if (fault) report(file, '', fault);
    }),
  );
}

function reportStray(file: string, files: ReadonlySet<string>, report: Report): void {
  const [top, inside, ...rest] = file.split('/');
  if (top === 'events' && rest.length === 0) {
    const id = inside?.replace(/\.md$/, '');
    report(file, '', `an event is a folder of its own: events/${id}/index.md with its pictures beside it`);
  } else if (top === 'events' && !files.has(`events/${inside}/index.md`)) {
    report(`events/${inside}/index.md`, '', 'is missing: the folder has files but no event');
  } else {
    report(file, '', 'is not used by any entry', 'note');
  }
}

export function toLines(findings: readonly Finding[], folder: string): string[] {
  const lines: string[] = [];
  let file = '';
  for (const finding of findings) {
    if (finding.file !== file) lines.push(`${folder}/${finding.file}`);
    file = finding.file;
    const sign = finding.weight === 'fault' ? '✖' : '·';
    lines.push(`  ${sign} ${[finding.field, finding.problem].filter(Boolean).join(': ')}`);
  }
  return lines;
}

/** A licence that lies beside the typefaces it is for. */
const isFontLicence = (file: string): boolean =>
  /^brand\/fonts\/(?:[\w.-]*(?:licen[cs]e|ofl)[\w.-]*|readme\.md)$/i.test(file);

/** Checks what the schema cannot: contrast, image formats and font licences. */
function checkBrand(entries: readonly Entry[], files: ReadonlySet<string>, report: Report): void {
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

interface MarkdownFile {
  fields: unknown;
  body: string;
}

/** Throws with the line number when the front matter is missing or invalid. */
export function readMarkdown(text: string): MarkdownFile {
  const parts = /^\s*---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(text);
  if (!parts) throw new Error("must begin with its fields between two lines of '---'");
  const [, head = '', body = ''] = parts;
  try {
    return { fields: Bun.YAML.parse(head), body };
  } catch {
    throw new Error(
      `line ${findBrokenLine(head) + 1} cannot be read: text with a colon or a quote in it stands between "double quotes", lists are indented with spaces`,
    );
  }
}

// The YAML parser reports no line. Finds the first line, from 1, after which no shorter head parses.
function findBrokenLine(head: string): number {
  const lines = head.split('\n');
  for (let count = lines.length - 1; count > 0; count--) {
    if (canRead(lines.slice(0, count).join('\n'))) return count + 1;
  }
  return 1;
}

function canRead(head: string): boolean {
  try {
    Bun.YAML.parse(head);
    return true;
  } catch {
    return false;
  }
}
