import { lengthOf, toTooLong } from '#contract/text.ts';

export function findTextFault(label: string, text: string, max: number): string | undefined {
  return text.trim() ? findLengthFault(label, text, max) : `${label} is required`;
}

export function findLengthFault(label: string, text: string, max: number): string | undefined {
  return lengthOf(text.trim()) > max ? toTooLong(label, max) : undefined;
}
