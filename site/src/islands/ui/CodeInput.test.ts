import { expect, test } from 'bun:test';
import { eraseDigit, fromBoxes, moveByKey, toBoxes, writeDigits } from './CodeInput.tsx';

const empty = toBoxes('');

test('RESET-02 EMAILV-11 a code has six boxes', () => {
  expect(empty).toEqual(['', '', '', '', '', '']);
  expect(toBoxes('1 3')).toEqual(['1', '', '3', '', '', '']);
  expect(fromBoxes(['1', '', '3', '', '', ''])).toBe('1 3');
  expect(fromBoxes(toBoxes('123456'))).toBe('123456');
});

test('RESET-03 EMAILV-11 boxes take digits only', () => {
  expect(writeDigits(empty, 0, 'a')).toEqual({ boxes: empty, focus: 0 });
  expect(writeDigits(empty, 0, '7')).toEqual({ boxes: toBoxes('7'), focus: 1 });
  expect(writeDigits(toBoxes('12345'), 5, '6')).toEqual({ boxes: toBoxes('123456'), focus: 5 });
  expect(writeDigits(toBoxes('123456'), 2, '9').boxes).toEqual(toBoxes('129456'));
});

test('RESET-04 EMAILV-11 a paste drops what is not a digit and never overflows', () => {
  expect(writeDigits(empty, 0, ' 12-34 56\n')).toEqual({ boxes: toBoxes('123456'), focus: 5 });
  expect(writeDigits(empty, 4, 'Your code is 123456')).toEqual({ boxes: toBoxes('123456'), focus: 5 });
  expect(writeDigits(empty, 0, 'Sent 28 Nov at 09:41. Your code is 804213. Call 1800123456').boxes).toEqual(
    toBoxes('804213'),
  );
  expect(writeDigits(toBoxes('12'), 2, '34')).toEqual({ boxes: toBoxes('1234'), focus: 4 });
  expect(writeDigits(empty, 0, '123456789').boxes).toEqual(toBoxes('123456'));
  expect(writeDigits(toBoxes('1'), 5, '789').boxes).toEqual(toBoxes('1    7'));
});

test('RESET-05 EMAILV-11 arrows and backspace move between the boxes', () => {
  expect(moveByKey('ArrowRight', 0)).toBe(1);
  expect(moveByKey('ArrowRight', 5)).toBe(5);
  expect(moveByKey('ArrowLeft', 3)).toBe(2);
  expect(moveByKey('ArrowLeft', 0)).toBe(0);
  expect(moveByKey('Home', 4)).toBe(0);
  expect(moveByKey('End', 0)).toBe(5);
  expect(moveByKey('a', 0)).toBeNull();
  expect(eraseDigit(toBoxes('123'), 2)).toEqual({ boxes: toBoxes('12'), focus: 2 });
  expect(eraseDigit(toBoxes('12'), 2)).toEqual({ boxes: toBoxes('1'), focus: 1 });
  expect(eraseDigit(empty, 0)).toEqual({ boxes: empty, focus: 0 });
});
