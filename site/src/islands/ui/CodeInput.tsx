import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
} from 'react';
import { OTP_LENGTH } from '#contract/constants.ts';
import { FieldError } from './Field.tsx';

interface Props {
  label: string;
  /** Digits so far; a space for an empty box. */
  value: string;
  onChange: (code: string) => void;
  error?: ReactNode;
  autoFocus?: boolean;
}

const INDEXES = Array.from({ length: OTP_LENGTH }, (_, index) => index);

export function CodeInput({ label, value, onChange, error, autoFocus = false }: Props): ReactElement {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const boxes = toBoxes(value);

  function goTo(index: number): void {
    const box = row.current?.querySelectorAll('input')[index];
    box?.focus();
    box?.select();
  }
  function take({ boxes: next, focus }: CodeStep): void {
    const code = fromBoxes(next);
    if (code !== value) onChange(code);
    goTo(focus);
  }
  function onKeyDown(event: KeyboardEvent, at: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const focus = moveByKey(event.key, at);
    if (focus !== null) {
      event.preventDefault();
      goTo(focus);
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      event.preventDefault();
      take(eraseDigit(boxes, at));
    } else if (/^\d$/.test(event.key)) {
      // Typing the same digit again fires no `input` event.
      event.preventDefault();
      take(writeDigits(boxes, at, event.key));
    }
  }
  function onPaste(event: ClipboardEvent, at: number): void {
    event.preventDefault();
    take(writeDigits(boxes, at, event.clipboardData.getData('text')));
  }

  return (
    <fieldset className="grid gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-semibold text-strong">{label}</legend>
      <div ref={row} className="grid max-w-sm grid-cols-6 gap-2 sm:gap-3">
        {INDEXES.map((index) => (
          <input
            key={index}
            type="text"
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            // biome-ignore lint/a11y/noAutofocus: the screen has this one task, and says so before the boxes
            autoFocus={autoFocus && index === 0}
            aria-label={`Digit ${index + 1} of ${OTP_LENGTH} of the code`}
            aria-invalid={error ? true : undefined}
            value={boxes[index]}
            data-filled={boxes[index] ? '' : undefined}
            onFocus={(event) => event.currentTarget.select()}
            onKeyDown={(event) => onKeyDown(event, index)}
            onPaste={(event) => onPaste(event, index)}
            onChange={({ currentTarget }) => {
              const typed = currentTarget.value;
              take(typed === '' ? eraseDigit(boxes, index) : writeDigits(boxes, index, typed));
            }}
            className="h-14 w-full min-w-0 rounded-md border border-line-strong bg-surface text-center font-display text-xl font-bold text-strong tabular-nums caret-transparent transition-colors data-filled:not-aria-invalid:border-keyline hover:border-keyline aria-invalid:border-danger aria-invalid:bg-danger-tint/40"
          />
        ))}
      </div>
      <div aria-live="polite">{error && <FieldError id={`${id}-error`}>{error}</FieldError>}</div>
    </fieldset>
  );
}

interface CodeStep {
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
