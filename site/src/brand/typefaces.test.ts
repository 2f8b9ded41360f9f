import { expect, test } from 'bun:test';
import { packTypeface } from './typefaces.ts';

const read = (rule: string, property: string) => new RegExp(`${property}: ([^;]+);`).exec(rule)?.[1] ?? '';

test('until a typeface is there a face of the device stands in for each weight, bold for bold, as wide as it runs', async () => {
  const { standIns } = await packTypeface('text');
  const rows = standIns.map((rule) => [
    read(rule, 'font-weight'),
    read(rule, 'src').split(',')[0],
    read(rule, 'size-adjust'),
  ]);
  // Instrument Sans runs a little wider than Arial, and at 600 narrower than Arial Bold: measured in a browser.
  expect(rows).toEqual([
    ['400 550', 'local("Arial")', '101.8%'],
    ['551 700', 'local("Arial Bold")', '96.8%'],
  ]);
  const { standIns: display } = await packTypeface('display');
  expect(display.map((rule) => [read(rule, 'font-weight'), read(rule, 'src').split(',')[0]])).toEqual([
    ['500 800', 'local("Arial Bold")'],
  ]);
});
