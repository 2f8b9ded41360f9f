import sax from 'sax';
import { BADGE_ERRORS, BADGE_PICTURE_MAX_BYTES } from '#contract/badges.ts';
import { ApiError } from '../../errors/api-error.ts';
import { addReferences, addReferencesOfStyle, countDrawn, type Shape } from './drawing-cost.ts';

/** What a drawing may be made of. Anything else is refused by name, so that nothing is missing without a word. */
const DRAWN = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath style
  linearGradient radialGradient stop clipPath mask pattern marker`.split(/\s+/),
);
/** What editors write beside the drawing: left out with all it holds. */
const LEFT_OUT = new Set(['metadata']);
const WHY: Record<string, string> = {
  script: 'it holds a script',
  foreignObject: 'it holds a web page (foreignObject)',
  image: 'it holds a photograph or another picture; only drawn shapes are taken',
  a: 'it holds a link',
  animate: 'it moves; only a still drawing is taken',
  set: 'it moves; only a still drawing is taken',
  animateTransform: 'it moves; only a still drawing is taken',
  animateMotion: 'it moves; only a still drawing is taken',
  filter: 'it has a filter, such as a blur or a shadow, which is slow on phones',
};
/** Shapes drawn over and over by a chain of <use> would keep a phone busy for hours. */
const USES_MAX = 16;
const ELEMENTS_MAX = 2000;
/** With all that masks, patterns, markers and <use> repeat. */
const DRAWN_MAX = 50_000;
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';

/**
 * An uploaded SVG written anew from the elements and attributes that draw: no script, no link, nothing fetched, nothing
 * that moves. What an editor keeps beside the drawing is left out; what cannot be taken is refused with its name. Throws
 * BADGE_PICTURE_REFUSED.
 */
export function cleanSvg(text: string): string {
  const size = Buffer.byteLength(text);
  if (size > BADGE_PICTURE_MAX_BYTES) {
    refuse(`it has ${Math.ceil(size / 1024)} KB, and ${BADGE_PICTURE_MAX_BYTES / 1024} KB is the most`);
  }
  const written: string[] = [];
  const sheets: string[] = [];
  /** From the drawing itself to the element that is being read. */
  const open: Shape[] = [];
  let root: Shape | null = null;
  let elements = 0;
  let uses = 0;
  /** Depth within an element that is left out; 0 outside. */
  let leftOut = 0;
  let style: string | null = null;
  const parser = sax.parser(true, { xmlns: true });
  parser.onerror = () => refuse('it is not well-formed SVG');
  parser.ondoctype = (doctype) => {
    if (doctype.includes('[')) refuse('it declares entities of its own');
  };
  parser.onopentag = (tag) => {
    const { uri, local, attributes } = tag as sax.QualifiedTag;
    const outer = open.at(-1);
    if (style !== null) refuse('its styles hold an element');
    if (leftOut > 0 || (outer && (uri !== SVG_NAMESPACE || LEFT_OUT.has(local)))) {
      leftOut += 1;
      return;
    }
    if (!outer && (uri !== SVG_NAMESPACE || local !== 'svg')) refuse('it is not an SVG drawing');
    if (!DRAWN.has(local)) refuse(WHY[local] ?? `it holds <${local}>, which is not taken`);
    elements += 1;
    if (local === 'use') uses += 1;
    if (elements > ELEMENTS_MAX) refuse(`it has more than ${ELEMENTS_MAX} shapes`);
    if (uses > USES_MAX) refuse(`it repeats shapes more than ${USES_MAX} times (use)`);
    const kept = keepAttributes(attributes, !outer);
    written.push(
      `<${[local, ...[...kept].map(([name, value]) => `${name}="${escapeXml(value)}"`)].join(' ')}>`,
    );
    if (local === 'style') style = '';
    const shape = toShape(local, kept);
    outer?.inside.push(shape);
    root ??= shape;
    open.push(shape);
  };
  const write = (words: string) => {
    if (leftOut > 0 || open.length === 0) return;
    if (style !== null) style += words;
    else written.push(escapeXml(words));
  };
  parser.ontext = write;
  parser.oncdata = write;
  parser.onclosetag = (name) => {
    if (leftOut > 0) {
      leftOut -= 1;
      return;
    }
    open.pop();
    if (style !== null) {
      const sheet = withoutComments(style);
      requireInside(sheet);
      sheets.push(sheet);
      written.push(escapeXml(sheet));
      style = null;
    }
    written.push(`</${name.slice(name.indexOf(':') + 1)}>`);
  };
  parser.write(text.replace(/^\uFEFF/, '')).close();
  if (!root) refuse('it is not an SVG drawing');
  requireQuick(root, sheets);
  const svg = written.join('');
  if (Buffer.byteLength(svg) > BADGE_PICTURE_MAX_BYTES) {
    refuse(`written out it has more than ${BADGE_PICTURE_MAX_BYTES / 1024} KB`);
  }
  return svg;
}

/** The attributes that draw, each once, by the names that they are written under. */
function keepAttributes(attributes: Record<string, sax.QualifiedAttribute | string>, isRoot: boolean) {
  const kept = new Map<string, string>();
  if (isRoot) {
    kept.set('xmlns', SVG_NAMESPACE);
    const viewBox = toViewBox(attributes);
    if (viewBox) kept.set('viewBox', viewBox);
  }
  for (const attribute of Object.values(attributes) as sax.QualifiedAttribute[]) {
    const cleaned = cleanAttribute(attribute);
    // Browsers take a plain href before that of XLink.
    if (cleaned && (!kept.has(cleaned.name) || attribute.name === 'href'))
      kept.set(cleaned.name, cleaned.value);
  }
  return kept;
}

/** The attribute as it is kept, or null for one that does not draw. */
function cleanAttribute({ uri, prefix, local, value }: sax.QualifiedAttribute) {
  if (prefix === 'xmlns' || local === 'xmlns') return null;
  if (/^on/i.test(local)) refuse(`it holds a script (${local})`);
  if (local === 'href' && (uri === '' || uri === XLINK_NAMESPACE)) {
    if (!/^#[^%]*$/.test(value.trim())) refuse('it points outside itself (href)');
    return { name: 'href', value: value.trim() };
  }
  if (prefix === 'xml') return local === 'space' || local === 'lang' ? { name: `xml:${local}`, value } : null;
  if (uri !== '') return null;
  const isStyle = local === 'style';
  const kept = isStyle ? withoutComments(value) : value;
  requireInside(kept);
  if (!isStyle) requireInside(`${local}: ${withoutComments(value)}`);
  return { name: local, value: kept };
}

function toShape(name: string, kept: ReadonlyMap<string, string>): Shape {
  const textOf = (attribute: string) => kept.get(attribute) ?? '';
  const shape: Shape = {
    name,
    id: textOf('id'),
    classes: textOf('class').split(/\s+/),
    // It takes two characters to write one.
    vertices: 1 + Math.ceil((textOf('d').length + textOf('points').length) / 2),
    references: new Map(),
    inside: [],
  };
  for (const [attribute, value] of kept) {
    if (attribute === 'href') shape.references.set('href', { kind: 'once', id: value.slice(1) });
    else if (attribute === 'style') addReferencesOfStyle(shape.references, value);
    else addReferences(shape.references, attribute, value);
  }
  return shape;
}

/** Refuses what repeats its shapes too often. */
function requireQuick(root: Shape, sheets: readonly string[]): void {
  const drawn = countDrawn(root, sheets, DRAWN_MAX);
  if (drawn === null) {
    refuse('its style sheet gives masks, patterns or markers to other shapes than those of a class');
  }
  if (!(drawn <= DRAWN_MAX)) {
    refuse(`masks, patterns, markers and repeats (use) make more than ${DRAWN_MAX} shapes of it`);
  }
}

/** A comment may stand within what is looked for below. */
const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');

const MOVES = 'its styles move or filter it';

/** Refuses styles that fetch: anything but a shape, a colour or a gradient of the drawing itself. */
function requireInside(css: string): void {
  // An escape could spell any of the words below.
  if (css.includes('\\')) refuse('its styles hold a backslash');
  if (/@import|@font-face|image-set|expression\s*\(/i.test(css)) refuse('its styles fetch something');
  for (const [, address = ''] of css.matchAll(/url\(([^)]*\)?)/gi)) {
    if (!/^\s*(["']?)#[^\s"'(){};%]*\1\s*\)$/.test(address)) {
      refuse('its styles point outside itself (url)');
    }
  }
  if (/@keyframes|(?:^|[;{\s])(?:animation|transition|filter|backdrop-filter)(?:-[a-z]+)?\s*:/i.test(css)) {
    refuse(MOVES);
  }
  if (css.split(/[;{}]/).some(passesOn)) refuse('its styles pass on masks');
}

const MASKS = /mask|(?:clip-path|all)$/i;
const lastWordOf = (text: string) =>
  text
    .trimEnd()
    .split(/[^a-z-]/i)
    .at(-1) ?? '';

/**
 * True for a declaration that passes masks on by other means than drawing, which nobody can count. Not one expression: it
 * would look through the rest anew from each colon, for seconds.
 */
function passesOn(declaration: string): boolean {
  const variable = declaration.indexOf('--');
  const colon = variable === -1 ? -1 : declaration.indexOf(':', variable);
  if (colon !== -1 && /url\(/i.test(declaration.slice(colon))) return true;
  const parts = declaration.split(':');
  const name = parts.slice(0, -1).findIndex((part) => MASKS.test(lastWordOf(part)));
  return name !== -1 && /inherit|var\(/i.test(parts.slice(name + 1).join(':'));
}

/** A drawing without a viewBox would not grow with its frame. */
function toViewBox(attributes: Record<string, sax.QualifiedAttribute | string>): string | null {
  const textOf = (name: string) => (attributes[name] as sax.QualifiedAttribute | undefined)?.value ?? '';
  if (textOf('viewBox').trim()) return null;
  const [width, height] = ['width', 'height'].map(
    (name) => /^\s*([\d.]+)(?:px)?\s*$/.exec(textOf(name))?.[1],
  );
  if (!Number(width) || !Number(height)) refuse('it says neither its viewBox nor its width and height');
  return `0 0 ${width} ${height}`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function refuse(fault: string): never {
  throw new ApiError(BADGE_ERRORS.BADGE_PICTURE_REFUSED, { values: { fault } });
}
