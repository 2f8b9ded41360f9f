import { lengthOf, toTooLong } from '#contract/text.ts';

/** 'Name is required', or that it is too long; surrounding spaces do not count. */
export function findTextFault(label: string, text: string, max: number): string | undefined {
  return text.trim() ? findLengthFault(label, text, max) : `${label} is required`;
}

/** The fault of a text that may be empty. */
export function findLengthFault(label: string, text: string, max: number): string | undefined {
  return lengthOf(text.trim()) > max ? toTooLong(label, max) : undefined;
}
