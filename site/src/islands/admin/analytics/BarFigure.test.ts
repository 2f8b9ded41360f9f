import { expect, test } from 'bun:test';
import { scaleLinear } from 'd3-scale';
import { placeLabels, toTickText } from './BarFigure.tsx';

const FROM = 36;

/** Labels of bars side by side. */
const labelsOf = (count: number, to: number, text = 'Sep 28') =>
  Array.from({ length: count }, (_, index) => ({
    key: String(index),
    text,
    x: FROM + ((index + 0.5) * (to - FROM)) / count,
  }));

test('analytics: labels of an axis stand within it, centred, apart and in even steps, however narrow it is', () => {
  for (const count of [1, 2, 4, 5, 13, 26, 53, 90, 366]) {
    for (let to = 120; to < 1200; to += 7) {
      const labels = labelsOf(count, to);
      const placed = placeLabels(labels, FROM, to);
      expect(placed.length).toBeGreaterThan(0);
      const steps = new Set<number>();
      for (const [index, label] of placed.entries()) {
        expect(label.x - 19).toBeGreaterThan(FROM);
        expect(label.x + 19).toBeLessThan(to);
        expect(labels[Number(label.key)]?.x).toBe(label.x);
        const before = placed[index - 1];
        if (before) steps.add(Math.round(label.x - before.x));
      }
      // The same number of bars, give or take what is lost in rounding.
      expect(Math.max(...steps, 0) - Math.min(...steps, Math.max(...steps, 0))).toBeLessThanOrEqual(1);
      if (steps.size > 0) expect(Math.min(...steps)).toBeGreaterThanOrEqual(48);
    }
  }
});

test('analytics: the first label of a year of weeks is one that stands below its own bar', () => {
  const placed = placeLabels(labelsOf(53, 365), FROM, 365);
  expect(placed.map(({ key }) => key)).toEqual(['3', '11', '19', '27', '35', '43']);
});

test('analytics: every label stands where there is room for all; none of nothing; one where there is no room', () => {
  expect(placeLabels(labelsOf(4, 330, '1–3 days'), FROM, 330)).toHaveLength(4);
  expect(placeLabels([], FROM, 330)).toEqual([]);
  expect(placeLabels(labelsOf(3, 60), FROM, 60)).toEqual([{ key: '0', text: 'Sep 28', x: 48 }]);
});

test('analytics: the values of an axis have room beside the drawing, whatever is counted', () => {
  expect([0, 500, 1000, 1500, 20_000, 150_000, 2_000_000].map(toTickText)).toEqual([
    '0',
    '500',
    '1K',
    '1.5K',
    '20K',
    '150K',
    '2M',
  ]);
  for (let greatest = 1; greatest < 5_000_000; greatest = Math.ceil(greatest * 1.07)) {
    const ticks = scaleLinear([0, greatest], [0, 150]).nice(4).ticks(4).filter(Number.isInteger);
    const texts = ticks.map(toTickText);
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(4);
    expect(new Set(texts).size).toBe(texts.length);
  }
});
