import { OTP_LENGTH } from '#contract/constants.ts';

export interface CodeStep {
  boxes: string[];
  focus: number;
}

const LAST = OTP_LENGTH - 1;
// Prefers a run of six digits in a pasted message, else takes all digits.
const digitsOf = (text: string): string[] => {
  const run = new RegExp(`(?<!\\d)\\d{${OTP_LENGTH}}(?!\\d)`).exec(text)?.[0];
  return Array.from(run ?? text.replace(/\D/g, ''));
};

/** A space in `code` is an empty box. */
export function toBoxes(code: string): string[] {
  return Array.from({ length: OTP_LENGTH }, (_, index) => (code[index] ?? '').replace(/\D/, ''));
}

export function fromBoxes(boxes: readonly string[]): string {
  return boxes
    .map((digit) => digit || ' ')
    .join('')
    .trimEnd();
}

/** Writes digits from box `at` on and drops other characters; a full code starts at the first box. */
export function writeDigits(boxes: readonly string[], at: number, text: string): CodeStep {
  const digits = digitsOf(text);
  const start = digits.length >= OTP_LENGTH ? 0 : at;
  const written = digits.slice(0, OTP_LENGTH - start);
  const next = boxes.map((digit, index) => written[index - start] ?? digit);
  return { boxes: next, focus: written.length === 0 ? at : Math.min(start + written.length, LAST) };
}

/** Backspace: clears the box, or the previous one if it is empty. */
export function eraseDigit(boxes: readonly string[], at: number): CodeStep {
  const target = boxes[at] ? at : Math.max(at - 1, 0);
  return { boxes: boxes.map((digit, index) => (index === target ? '' : digit)), focus: target };
}

export function moveByKey(key: string, at: number): number | null {
  if (key === 'ArrowLeft') return Math.max(at - 1, 0);
  if (key === 'ArrowRight') return Math.min(at + 1, LAST);
  if (key === 'Home') return 0;
  if (key === 'End') return LAST;
  return null;
}
