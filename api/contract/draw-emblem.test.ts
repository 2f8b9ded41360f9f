import { expect, test } from 'bun:test';
import { contrast } from './brand-palette.ts';
import { drawEmblem, EMBLEM_COLORS, readEmblem } from './draw-emblem.ts';
import { EMBLEMS, type EmblemKey } from './emblems.ts';

test('white stands out from every ground by 3 to 1', () => {
  for (const ground of Object.values(EMBLEM_COLORS))
    expect(contrast(ground, '#fff')).toBeGreaterThanOrEqual(3);
});

test('an emblem and a colour are read from one name, and drawn', () => {
  for (const emblem of Object.keys(EMBLEMS) as EmblemKey[]) {
    expect(readEmblem(`${emblem}-violet`)).toEqual({ emblem, color: 'violet' });
    const drawn = drawEmblem(emblem, { ground: '#000', line: '#fff', node: 'fill="#f00"' });
    expect(drawn).not.toMatch(/undefined|NaN/);
    expect(drawn.split('<path ')).toHaveLength(EMBLEMS[emblem].parts.length + 1);
  }
  for (const name of ['', '-', 'ml', 'ml-', '-red', 'ml-toString', 'toString-red', 'ml-red-red']) {
    expect(readEmblem(name)).toBeNull();
  }
});
