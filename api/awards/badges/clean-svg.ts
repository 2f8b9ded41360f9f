import sax from 'sax';
import { BADGE_ERRORS, BADGE_PICTURE_MAX_BYTES } from '#contract/badges.ts';
import { ApiError } from '../../errors/api-error.ts';

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
  let elements = 0;
  let uses = 0;
  /** Depth within an element that is left out; 0 outside. */
  let leftOut = 0;
  let depth = 0;
  let style: string | null = null;
  const parser = sax.parser(true, { xmlns: true });
  parser.onerror = () => refuse('it is not well-formed SVG');
  parser.ondoctype = (doctype) => {
    if (doctype.includes('[')) refuse('it declares entities of its own');
  };
  parser.onopentag = (tag) => {
    const { uri, local, attributes } = tag as sax.QualifiedTag;
    if (leftOut > 0 || (depth > 0 && (uri !== SVG_NAMESPACE || LEFT_OUT.has(local)))) {
      leftOut += 1;
      return;
    }
    if (depth === 0 && (uri !== SVG_NAMESPACE || local !== 'svg')) refuse('it is not an SVG drawing');
    if (!DRAWN.has(local)) refuse(WHY[local] ?? `it holds <${local}>, which is not taken`);
    elements += 1;
    if (local === 'use') uses += 1;
    if (elements > ELEMENTS_MAX) refuse(`it has more than ${ELEMENTS_MAX} shapes`);
    if (uses > USES_MAX) refuse(`it repeats shapes more than ${USES_MAX} times (use)`);
    const kept = Object.values(attributes).flatMap((attribute) => cleanAttribute(attribute));
    if (depth === 0) kept.unshift(`xmlns="${SVG_NAMESPACE}"`, ...toViewBox(attributes));
    written.push(`<${[local, ...kept].join(' ')}>`);
    if (local === 'style') style = '';
    depth += 1;
  };
  const write = (words: string) => {
    if (leftOut > 0 || depth === 0) return;
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
    depth -= 1;
    if (style !== null) {
      requireInside(style);
      written.push(escapeXml(style));
      style = null;
    }
    written.push(`</${name.slice(name.indexOf(':') + 1)}>`);
  };
  parser.write(text.replace(/^\uFEFF/, '')).close();
  if (elements === 0) refuse('it is not an SVG drawing');
  const svg = written.join('');
  if (Buffer.byteLength(svg) > BADGE_PICTURE_MAX_BYTES) {
    refuse(`written out it has more than ${BADGE_PICTURE_MAX_BYTES / 1024} KB`);
  }
  return svg;
}

/** The attribute as it is written, or nothing for one that does not draw. */
function cleanAttribute({ uri, prefix, local, value }: sax.QualifiedAttribute): string[] {
  if (prefix === 'xmlns' || local === 'xmlns') return [];
  if (/^on/i.test(local)) refuse(`it holds a script (${local})`);
  if (local === 'href' && (uri === '' || uri === XLINK_NAMESPACE)) {
    if (!value.trim().startsWith('#')) refuse('it points outside itself (href)');
    return [`href="${escapeXml(value.trim())}"`];
  }
  if (prefix === 'xml')
    return local === 'space' || local === 'lang' ? [`xml:${local}="${escapeXml(value)}"`] : [];
  if (uri !== '') return [];
  requireInside(value);
  return [`${local}="${escapeXml(value)}"`];
}

/** Refuses styles that fetch: anything but a shape, a colour or a gradient of the drawing itself. */
function requireInside(css: string): void {
  // An escape could spell any of the words below.
  if (css.includes('\\')) refuse('its styles hold a backslash');
  if (/@import|@font-face|image-set|expression\s*\(/i.test(css)) refuse('its styles fetch something');
  for (const [, address = ''] of css.matchAll(/url\(\s*["']?\s*([^)]*)/gi)) {
    if (!address.startsWith('#')) refuse('its styles point outside itself (url)');
  }
  if (/@keyframes|(?:^|[;{\s])(?:animation|transition|filter|backdrop-filter)(?:-[a-z]+)?\s*:/i.test(css)) {
    refuse('its styles move or filter it');
  }
}

/** A drawing without a viewBox would not grow with its frame. */
function toViewBox(attributes: Record<string, sax.QualifiedAttribute | string>): string[] {
  const textOf = (name: string) => (attributes[name] as sax.QualifiedAttribute | undefined)?.value ?? '';
  if (textOf('viewBox')) return [];
  const [width, height] = ['width', 'height'].map(
    (name) => /^\s*([\d.]+)(?:px)?\s*$/.exec(textOf(name))?.[1],
  );
  if (!Number(width) || !Number(height)) refuse('it says neither its viewBox nor its width and height');
  return [`viewBox="0 0 ${width} ${height}"`];
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
