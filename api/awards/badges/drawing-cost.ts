interface Reference {
  /**
   * - once: what <use> repeats, a mask, a clip path
   * - paint: drawn anew for every shape inside, because paints are inherited
   * - marker: drawn anew at every vertex of every shape inside
   */
  kind: 'once' | 'paint' | 'marker';
  id: string;
}

/** By the property that makes it and its id, so that rules for one shape do not count it again. */
type References = Map<string, Reference>;

export interface Shape {
  name: string;
  id: string;
  classes: readonly string[];
  /** At most so many. */
  vertices: number;
  references: References;
  inside: Shape[];
}

interface Cost {
  drawn: number;
  shapes: number;
  vertices: number;
}

const GRADIENTS = new Set(['linearGradient', 'radialGradient']);
/** What they hold inherits paints from where they stand, and is drawn elsewhere. */
const DRAWN_ELSEWHERE = new Set(['mask', 'clipPath', 'pattern', 'marker']);

const idsIn = (css: string): string[] =>
  [...css.matchAll(/url\(\s*["']?#([^\s"')]*)/gi)].map(([, id = '']) => id);

/** Adds what one property names, given as an attribute or in a style. */
export function addReferences(to: References, property: string, value: string): void {
  const isOnce = /^(?:-webkit-)?mask|^clip-path$/.test(property);
  const kind = isOnce ? 'once' : property.startsWith('marker') ? 'marker' : 'paint';
  for (const [index, id] of idsIn(value).entries()) to.set(`${property} ${index} ${id}`, { kind, id });
}

/** Adds what the declarations of a style name. */
export function addReferencesOfStyle(to: References, declarations: string): void {
  for (const declaration of declarations.split(';')) {
    const colon = declaration.indexOf(':');
    addReferences(to, declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1));
  }
}

/** A rule of a style sheet; of one with at-rules or rules within rules not everything matches. */
const RULE = /([^{}"'@]*)\{((?:[^{}"']|"[^"{}\r\n\f]*"|'[^'{}\r\n\f]*')*)(?:\}|$)/y;
const NAMES = /^[.#][\w-]+(?:\s*,\s*[.#][\w-]+)*$/;

/** The rules of a style sheet; null where it is more than a plain list of them. */
function readRules(sheet: string): { selector: string; declarations: string }[] | null {
  const rules: { selector: string; declarations: string }[] = [];
  let end = 0;
  RULE.lastIndex = 0;
  for (let rule = RULE.exec(sheet); rule; rule = RULE.exec(sheet)) {
    const [, selector = '', declarations = ''] = rule;
    rules.push({ selector: selector.trim(), declarations });
    end = RULE.lastIndex;
  }
  return sheet.slice(end).trim() === '' ? rules : null;
}

/**
 * How many shapes a browser draws for a drawing: <use>, masks, clip paths, patterns and markers repeat what they name, and a
 * chain of them would keep a phone busy for hours. Gradients cost nothing. Infinite where a part draws itself or a style
 * sheet alone makes more than `max`; null where a style sheet gives such things to more than named classes and ids, so that nobody can tell.
 */
export function countDrawn(root: Shape, sheets: readonly string[], max: number): number | null {
  /** By #id and by .class. */
  const named = new Map<string, Shape[]>();
  collect(root);
  const find = (id: string) =>
    (id ? (named.get(`#${id}`) ?? []) : []).filter(({ name }) => !GRADIENTS.has(name));
  const repeats = (css: string) => idsIn(css).some((id) => find(id).length > 0);
  let given = 0;
  for (const sheet of sheets) {
    if (repeats(sheet) && !applySheet(sheet)) return null;
  }
  if (given > max) return Number.POSITIVE_INFINITY;
  inherit(root, new Map());
  const costs = new Map<Shape, Cost>();
  const open = new Set<Shape>();
  return costOf(root).drawn;

  function collect(shape: Shape): void {
    for (const name of [`#${shape.id}`, ...shape.classes.map((word) => `.${word}`)]) {
      const others = named.get(name);
      if (others) others.push(shape);
      else named.set(name, [shape]);
    }
    for (const inner of shape.inside) collect(inner);
  }

  function applySheet(sheet: string): boolean {
    const rules = readRules(sheet);
    for (const { selector, declarations } of rules ?? []) {
      if (!repeats(declarations)) continue;
      if (!NAMES.test(selector)) return false;
      const shapes = [...new Set(selector.split(/\s*,\s*/))].flatMap((name) => named.get(name) ?? []);
      given += shapes.length * idsIn(declarations).length;
      if (given > max) break;
      for (const { references } of shapes) addReferencesOfStyle(references, declarations);
    }
    return rules !== null;
  }

  function inherit(shape: Shape, above: References): void {
    const own = [...shape.references].filter(([, { kind }]) => kind !== 'once');
    const all = own.length > 0 ? new Map([...above, ...own]) : above;
    if (DRAWN_ELSEWHERE.has(shape.name)) {
      for (const [key, reference] of above) shape.references.set(key, reference);
    }
    for (const inner of shape.inside) inherit(inner, all);
  }

  function costOf(shape: Shape): Cost {
    const known = costs.get(shape);
    if (known) return known;
    if (open.has(shape)) return { drawn: Number.POSITIVE_INFINITY, shapes: 1, vertices: 1 };
    open.add(shape);
    const cost = { drawn: 1, shapes: 1, vertices: shape.vertices };
    const add = (part: Shape) => {
      const { drawn, shapes, vertices } = costOf(part);
      cost.drawn += drawn;
      cost.shapes += shapes;
      cost.vertices += vertices;
    };
    const references = [...shape.references.values()];
    const drawnBy = (kind: Reference['kind']) =>
      references.filter((reference) => reference.kind === kind).flatMap(({ id }) => find(id));
    const sumOf = (parts: Shape[]) => parts.reduce((sum, part) => sum + costOf(part).drawn, 0);
    shape.inside.forEach(add);
    drawnBy('once').forEach(add);
    cost.drawn += cost.shapes * sumOf(drawnBy('paint')) + cost.vertices * sumOf(drawnBy('marker'));
    open.delete(shape);
    costs.set(shape, cost);
    return cost;
  }
}
