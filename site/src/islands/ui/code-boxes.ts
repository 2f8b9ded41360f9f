import { OTP_LENGTH } from '#contract/constants.ts';

/** The boxes after a key or a paste, and the box to focus. */
export interface CodeStep {
  /** One digit or '' for each box. */
  boxes: string[];
  focus: number;
}

const LAST = OTP_LENGTH - 1;
/** A run of six digits in a pasted message, or else all digits. */
const digitsOf = (text: string): string[] => {
  const run = new RegExp(`(?<!\\d)\\d{${OTP_LENGTH}}(?!\\d)`).exec(text)?.[0];
  return Array.from(run ?? text.replace(/\D/g, ''));
};

/** A space stands for an empty box. */
export function toBoxes(code: string): string[] {
  return Array.from({ length: OTP_LENGTH }, (_, index) => (code[index] ?? '').replace(/\D/, ''));
}

/** Six digits when complete. */
export function fromBoxes(boxes: readonly string[]): string {
  return boxes
    .map((digit) => digit || ' ')
    .join('')
    .trimEnd();
}

/** Writes digits from a box on and drops other signs; a full code starts at the first box (RESET-03, RESET-04). */
export function writeDigits(boxes: readonly string[], at: number, text: string): CodeStep {
  const digits = digitsOf(text);
  const start = digits.length >= OTP_LENGTH ? 0 : at;
  const written = digits.slice(0, OTP_LENGTH - start);
  const next = boxes.map((digit, index) => written[index - start] ?? digit);
  return { boxes: next, focus: written.length === 0 ? at : Math.min(start + written.length, LAST) };
}

/** Backspace: empties the box, or the one before an empty box (RESET-05). */
export function eraseDigit(boxes: readonly string[], at: number): CodeStep {
  const target = boxes[at] ? at : Math.max(at - 1, 0);
  return { boxes: boxes.map((digit, index) => (index === target ? '' : digit)), focus: target };
}

/** The box a key leads to, or null (RESET-05). */
export function moveByKey(key: string, at: number): number | null {
  if (key === 'ArrowLeft') return Math.max(at - 1, 0);
  if (key === 'ArrowRight') return Math.min(at + 1, LAST);
  if (key === 'Home') return 0;
  if (key === 'End') return LAST;
  return null;
}
