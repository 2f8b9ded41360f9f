import { expect, test } from 'bun:test';
import { barState } from './bar-state.ts';

test('NAV-04 CONST-06 the bar hides on the way down past 100 pixels', () => {
  expect(barState(100, 0, false).isHidden).toBe(false);
  expect(barState(101, 0, false).isHidden).toBe(true);
});

test('NAV-05 the bar returns on the way up and near the top', () => {
  expect(barState(400, 500, true).isHidden).toBe(false);
  expect(barState(60, 30, true).isHidden).toBe(false);
  expect(barState(400, 400, true).isHidden).toBe(true);
});

test('NAV-06 CONST-06 the shadow appears past 20 pixels', () => {
  expect(barState(20, 0, false).hasShadow).toBe(false);
  expect(barState(21, 0, false).hasShadow).toBe(true);
});
