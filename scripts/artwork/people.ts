import { at, type Chance, circle, drawing, INK, mix, PAPER, rect, shape, stroke, YELLOW } from './draw.ts';

const SKINS = ['#8D5B3E', '#A8714D', '#C08A60', '#D7A67C', '#6F4530'] as const;
const HAIRS = ['#14130F', '#2B2118', '#3D2A1C'] as const;
const STYLES = ['short', 'long', 'bun', 'turban', 'curls'] as const;
type Style = (typeof STYLES)[number];
const SHORT_STYLES = ['short', 'turban', 'short'] as const;
const LONG_STYLES = ['long', 'bun', 'curls', 'long'] as const;

interface Look {
  skin: string;
  hair: string;
  style: Style;
  shirt: string;
  turban: string;
}

function lookFrom(chance: Chance, accent: string, styles: readonly [Style, ...Style[]] = STYLES): Look {
  const shirts = [accent, YELLOW, PAPER, mix(accent, PAPER, 0.55), mix(accent, INK, 0.45)] as const;
  return {
    skin: chance.pick(SKINS),
    hair: chance.pick(HAIRS),
    style: chance.pick(styles),
    shirt: chance.pick(shirts),
    turban: chance.pick([accent, YELLOW, mix(accent, PAPER, 0.4)]),
  };
}

const SHOULDERS = 'M-84 70V14Q-84-34-34-40H34Q84-34 84 14V70Z';

function hairBehind({ style, hair }: Look): string {
  if (style === 'long') return rect(-50, -128, 100, 118, hair, 46);
  if (style === 'bun') return circle(0, -146, 21, hair);
  if (style === 'curls') return [-38, -14, 14, 38].map((x) => circle(x, -118, 24, hair)).join('');
  return '';
}

function hairInFront({ style, hair, turban }: Look): string {
  if (style === 'turban')
    return (
      shape('M-50-92Q-56-152 0-152Q56-152 50-92Q2-136-50-92Z', turban) +
      stroke('M-36-112Q4-146 34-118', INK, 3)
    );
  return shape('M-43-88A43 43 0 0 1 43-88Q26-116-4-112Q-34-108-43-88Z', hair);
}

/** A person from the front, head and shoulders; (x, y) is the middle of the chest, scale 1 is 170 wide. */
export function person(x: number, y: number, scale: number, chance: Chance, accent: string): string {
  const look = lookFrom(chance, accent);
  return at(
    x,
    y,
    scale,
    hairBehind(look) +
      shape(SHOULDERS, look.shirt) +
      rect(-17, -58, 34, 32, mix(look.skin, INK, 0.18), 14) +
      circle(0, -90, 42, look.skin) +
      hairInFront(look),
  );
}

/** The same person seen from behind, as in a row of seats. */
export function personFromBehind(
  x: number,
  y: number,
  scale: number,
  chance: Chance,
  accent: string,
): string {
  const look = lookFrom(chance, accent);
  const head = look.style === 'turban' ? look.turban : look.hair;
  return at(
    x,
    y,
    scale,
    hairBehind(look) +
      rect(-16, -60, 32, 34, look.skin, 12) +
      circle(0, -92, 43, head) +
      shape(SHOULDERS, look.shirt),
  );
}

/** A portrait, 240 × 240, on the person's colour. */
export function portrait(chance: Chance, color: string, hair: 'long' | 'short'): string {
  const look = lookFrom(chance, color, hair === 'long' ? LONG_STYLES : SHORT_STYLES);
  const shirt = look.shirt === color ? mix(color, INK, 0.5) : look.shirt;
  const feature = chance.pick(['plain', 'glasses', 'beard', 'plain', 'glasses']);
  const line = mix(look.skin, INK, 0.7);
  const face =
    circle(-15, -90, 4, line) +
    circle(15, -90, 4, line) +
    stroke('M-11-70Q0-60 11-70', line, 4) +
    (feature === 'glasses'
      ? stroke(
          'M-27-91a12 12 0 1 0 24 0a12 12 0 1 0-24 0M3-91a12 12 0 1 0 24 0a12 12 0 1 0-24 0M-3-91H3',
          INK,
          3.5,
        )
      : '');
  const beard =
    feature === 'beard' && (look.style === 'short' || look.style === 'turban')
      ? shape(
          'M-42-92Q-43-45 0-45Q43-45 42-92L37-88Q36-66 22-69Q9-75 0-71Q-9-75-22-69Q-36-66-37-88Z',
          look.hair,
        ) + stroke('M-8-61Q0-56 8-61', look.skin, 4)
      : '';
  const backdrop = chance.pick([
    circle(186, 58, 92, mix(color, PAPER, 0.25)),
    shape('M0 0H240L0 200Z', mix(color, PAPER, 0.25)),
    rect(0, 0, 120, 240, mix(color, PAPER, 0.25)),
    circle(120, 120, 104, mix(color, PAPER, 0.25)),
  ]);
  return drawing(
    240,
    240,
    rect(0, 0, 240, 240, color) +
      backdrop +
      at(
        120,
        196,
        1.15,
        hairBehind(look) +
          shape(SHOULDERS, shirt) +
          rect(-17, -58, 34, 32, mix(look.skin, INK, 0.18), 14) +
          circle(0, -90, 42, look.skin) +
          (beard ? circle(-15, -90, 4, line) + circle(15, -90, 4, line) + beard : face) +
          hairInFront({ ...look, turban: look.turban === color ? INK : look.turban }),
      ),
  );
}
